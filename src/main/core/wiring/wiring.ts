/**
 * An object whose getters create services. Each getter runs once, at its first use, whatever the order of the uses. A
 * class that gets the wiring itself as its dependencies may therefore name services that need it in return, as long as
 * its constructor does not use them.
 */
export abstract class Wiring<Given> {
  protected readonly given: Given

  constructor(given: Given) {
    this.given = given
    this.#createOnce()
  }

  #createOnce(): void {
    const created = new Map<string, unknown>()
    const creating: string[] = []
    for (const [name, create] of gettersOf(this)) {
      const get = (): unknown => {
        if (created.has(name)) return created.get(name)
        if (creating.includes(name)) throw new WiringCycle([...creating.slice(creating.indexOf(name)), name])
        creating.push(name)
        try {
          const service = create()
          created.set(name, service)
          return service
        } finally {
          creating.pop()
        }
      }
      // Enumerable, so that a copy of the object has the services, too.
      Object.defineProperty(this, name, { get, enumerable: true })
    }
  }
}

/** Services whose constructors need each other, so that none of them can be created. This is a bug in the wiring. */
export class WiringCycle extends Error {
  /** `names`: in the order in which they need each other; the first is also the last. */
  constructor(names: readonly string[]) {
    super(`Services need each other to be created: ${names.join(' → ')}`)
    this.name = 'WiringCycle'
  }
}

/** Yields the getters that an object inherits from its classes, those of a subclass in place of those they override. */
function* gettersOf(object: object): Generator<readonly [string, () => unknown]> {
  const seen = new Set<string>()
  for (let from = prototypeOf(object); from !== null && from !== Object.prototype; from = prototypeOf(from)) {
    for (const [name, { get }] of Object.entries(Object.getOwnPropertyDescriptors(from))) {
      if (get === undefined || seen.has(name)) continue
      seen.add(name)
      const create = (): unknown => Reflect.apply(get, object, [])
      yield [name, create]
    }
  }
}

function prototypeOf(object: object): object | null {
  const prototype: unknown = Object.getPrototypeOf(object)
  return typeof prototype === 'object' ? prototype : null
}
