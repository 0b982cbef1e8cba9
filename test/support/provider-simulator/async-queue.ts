interface Taker<Value> {
  readonly wants: (value: Value) => boolean
  readonly take: (value: Value) => void
}

/** A queue of present and future values, each taken once, in order. Tests wait for it instead of sleeping. */
export class AsyncQueue<Value> {
  readonly #values: Value[] = []
  readonly #takers: Taker<Value>[] = []

  push(value: Value): void {
    const at = this.#takers.findIndex(({ wants }) => wants(value))
    const [taker] = at === -1 ? [] : this.#takers.splice(at, 1)
    if (taker === undefined) this.#values.push(value)
    else taker.take(value)
  }

  /** Resolves to the first value that `wants` accepts. */
  next(wants: (value: Value) => boolean = () => true): Promise<Value> {
    const at = this.#values.findIndex((value) => wants(value))
    const [value] = at === -1 ? [] : this.#values.splice(at, 1)
    if (value !== undefined) return Promise.resolve(value)
    return new Promise((take) => {
      this.#takers.push({ wants, take })
    })
  }
}
