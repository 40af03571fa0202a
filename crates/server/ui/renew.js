// A page of another build than the server's loads itself anew. While nodes of two builds run side by side it may be given its
// old self again, so it tries once for each build and otherwise goes on as it is.

/** The build of this page: a part of the address of its files. */
const OWN = new URL(import.meta.url).pathname.split("/")[2];
/** The builds that this tab has already been loaded anew for, space by space. */
const TRIED = "parlour.builds";

/** Whether loading anew might bring this page to the server's build. @param {string | undefined} build */
export function isOutdated(build) {
  return Boolean(build) && build !== OWN && !tried().includes(build ?? "");
}

/** @param {string} build */
export function renew(build) {
  try {
    sessionStorage.setItem(TRIED, [...tried(), build].join(" "));
  } catch {
    // Where nothing can be noted it would be loaded again and again.
    return;
  }
  location.reload();
}

/** @returns {string[]} */
function tried() {
  try {
    return (sessionStorage.getItem(TRIED) ?? "").split(" ");
  } catch {
    return [];
  }
}
