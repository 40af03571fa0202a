// Light or lamplight, and how many games are under way, set before anything is painted. The system decides about the light
// until somebody presses the button.
try {
  const root = document.documentElement;
  const kept = localStorage.getItem("parlour.theme");
  if (kept) root.dataset.theme = JSON.parse(kept);
  const running = Number(localStorage.getItem("parlour.running"));
  if (running > 0) root.style.setProperty("--tickets", String(running));
} catch {
  // A browser that keeps nothing follows the system.
}
