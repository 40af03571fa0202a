// Light or lamplight, set before anything is painted. The system decides until somebody presses the button.
try {
  const kept = localStorage.getItem("parlour.theme");
  if (kept) document.documentElement.dataset.theme = JSON.parse(kept);
} catch {
  // A browser that keeps nothing follows the system.
}
