// Server-sent events read with fetch, which can carry a seat's key in a header; an EventSource cannot.

import { Refused, Unreachable } from "./api.js";

/**
 * Listens until the stream ends or is aborted; throws if it cannot be opened or breaks off.
 * @param {string} path
 * @param {object} how
 * @param {string | null} how.token
 * @param {AbortSignal} how.signal
 * @param {(name: string, data: any) => void} how.heard
 */
export async function listen(path, { token, signal, heard }) {
  /** @type {Record<string, string>} */
  const headers = { Accept: "text/event-stream" };
  if (token) headers.Authorization = `Bearer ${token}`;
  const answer = await fetch(path, { headers, signal, cache: "no-store" }).catch(() => {
    throw new Unreachable("The server cannot be reached.");
  });
  if (!answer.ok || !answer.body) {
    const words = `The server answered with ${answer.status}.`;
    throw new Refused(
      answer.status,
      { code: "unknown", words, clause: null, at: null },
      Number(answer.headers.get("Retry-After") ?? 0),
    );
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const messages = (rest + value).split("\n\n");
    rest = messages.pop() ?? "";
    for (const message of messages) tell(message, heard);
  }
}

/** @param {string} message @param {(name: string, data: any) => void} heard */
function tell(message, heard) {
  let name = "message";
  let data = "";
  for (const line of message.split("\n")) {
    if (line.startsWith("event: ")) name = line.slice(7);
    else if (line.startsWith("data: ")) data += line.slice(6);
  }
  // Without data it is a comment that keeps the line awake.
  if (data) heard(name, JSON.parse(data));
}
