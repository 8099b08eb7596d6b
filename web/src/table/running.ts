/** Things in motion: drawn from frame to frame for some time, or finished at once. */
export class Running {
  readonly #motions = new Set<() => void>();

  /** Draws shares from 0 to 1 for so long; just 1 where motion is unwelcome or nobody sees it. */
  run(milliseconds: number, draw: (share: number) => void): Promise<void> {
    if (unwelcome() || milliseconds <= 0 || document.hidden) {
      draw(1);
      return Promise.resolve();
    }
    return new Promise((done) => {
      const began = performance.now();
      let handle = 0;
      const finish = (): void => {
        cancelAnimationFrame(handle);
        this.#motions.delete(finish);
        draw(1);
        done();
      };
      const step = (): void => {
        const share = (performance.now() - began) / milliseconds;
        if (share >= 1) return finish();
        draw(share);
        handle = requestAnimationFrame(step);
      };
      this.#motions.add(finish);
      handle = requestAnimationFrame(step);
    });
  }

  finish(): void {
    for (const end of this.#motions) end();
  }
}

export function unwelcome(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
