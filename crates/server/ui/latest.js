// Answers that come late. While a request is under way people go on; what they did since then must not be
// undone by its answer.

/** Of several requests under way only the newest counts: older answers, and older failures, are dropped. */
export class Latest {
  #newest = 0;

  /**
   * Asks, and gives what was answered, or null if something newer has been asked or begun meanwhile.
   * @template T
   * @param {() => Promise<T>} request
   * @returns {Promise<{value: T} | null>}
   */
  async ask(request) {
    this.#newest += 1;
    const own = this.#newest;
    try {
      const value = await request();
      return own === this.#newest ? { value } : null;
    } catch (error) {
      if (own !== this.#newest) return null;
      throw error;
    }
  }

  /** Whatever is under way no longer matters. */
  drop() {
    this.#newest += 1;
  }
}
