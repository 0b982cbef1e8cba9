/** A queue of present and future values, each taken once, in order. Tests wait for it instead of sleeping. */
export class AsyncQueue<Value> {
  readonly #values: Value[] = []
  readonly #takers: ((value: Value) => void)[] = []

  push(value: Value): void {
    const taker = this.#takers.shift()
    if (taker === undefined) this.#values.push(value)
    else taker(value)
  }

  next(): Promise<Value> {
    const value = this.#values.shift()
    if (value !== undefined) return Promise.resolve(value)
    return new Promise((resolve) => {
      this.#takers.push(resolve)
    })
  }
}
