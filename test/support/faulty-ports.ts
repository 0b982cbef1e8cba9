import { AsyncLocalStorage } from 'node:async_hooks'

/** What a port does in place of what it should. */
export const FAULT_KINDS = ['throws', 'rejects', 'fails_after', 'hangs', 'twice', 'late'] as const

export type FaultKind = (typeof FAULT_KINDS)[number]

export interface PlannedFault {
  /** As `storage.store.commit`; `()` stands for what a method returns. */
  readonly path: string
  readonly kind: FaultKind
  /** Which of the calls, from 1; null: all of them. */
  readonly call: number | null
}

/** Whose call it is. Faults hit all calls but those of bystanders. */
export interface Caller {
  readonly isBystander: boolean
  /** Whether a call of it does not end. */
  isStuck: boolean
}

/** Faults that are not planned one by one. */
export interface RandomFaults {
  /** The part of all calls that fail, 0 to 1. */
  readonly rate: number
  /** From 0 to 1, without 1. */
  readonly random: () => number
}

/**
 * Wraps the ports of an engine, and everything with methods that they return, so that one call of one method can fail. The
 * methods are found in the objects themselves, so that a new port is included without a change here.
 */
export class FaultyPorts {
  readonly #callers = new AsyncLocalStorage<Caller>()
  readonly #wrapped = new WeakMap<object, Map<string, object>>()
  /** Calls of each method other than the bystander's. */
  readonly calls = new Map<string, number>()
  /** The methods that have answered with a promise. */
  readonly #promising = new Set<string>()
  /** The methods that were given a callback. */
  readonly #callingBack = new Set<string>()
  #victim: Caller = { isBystander: false, isStuck: false }
  #fault: (PlannedFault & { seen: number; readonly fired: () => void }) | null = null
  readonly #random: RandomFaults | null
  /** The random faults so far, by kind. */
  readonly fired = new Map<FaultKind, number>()

  /** `random`: missing for faults that are planned. */
  constructor(random: RandomFaults | null = null) {
    this.#random = random
  }

  /** Runs work of one caller of many. */
  runAs<T>(caller: Caller, work: () => T): T {
    return this.#callers.run(caller, work)
  }

  run<T>(caller: 'victim' | 'bystander', work: () => T): T {
    return this.#callers.run(caller === 'victim' ? this.#victim : { isBystander: true, isStuck: false }, work)
  }

  /** Whether the caller is an agent with a call that does not end, also when other calls of it no longer fail. */
  isStuck(): boolean {
    return this.#callers.getStore()?.isStuck === true
  }

  /** Plans a fault; resolves when it has happened for the first time. */
  plan(fault: PlannedFault): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#victim = { isBystander: false, isStuck: false }
    this.#fault = { ...fault, seen: 0, fired: resolve }
    return promise
  }

  /** Whether a method can have such a fault: one that answers at once can only throw. */
  canHave(path: string, kind: FaultKind): boolean {
    // The limits of what does not answer are counted by the clock.
    if (kind === 'hangs' && path === 'clock.sleep') return false
    // What fails after it has acquired something cannot be undone by anyone.
    if (kind === 'fails_after' && path.endsWith('.acquire')) return false
    if (kind === 'twice' || kind === 'late') return this.#callingBack.has(path)
    return kind === 'throws' || this.#promising.has(path)
  }

  clear(): void {
    this.#fault = null
    this.#victim = { isBystander: false, isStuck: false }
  }

  /** Returns `value` with all its methods wrapped. */
  wrap<T extends object>(value: T, path: string): T {
    const wrapped = this.#wrapped.get(value)?.get(path)
    // The proxy stands for the same type, which a map by identity cannot say.
    if (wrapped !== undefined && isSame<T>(wrapped)) return wrapped
    const made = new Proxy(value, {
      get: (target, key) => {
        const member: unknown = Reflect.get(target, key, target)
        if (typeof key === 'symbol') return typeof member === 'function' ? bound(member, target) : member
        return this.#member(member, target, path === '' ? key : `${path}.${key}`)
      },
      apply: (target, _self, args: unknown[]) => {
        if (typeof target !== 'function') return undefined
        return this.#call(path, args, (given) => Reflect.apply(target, undefined, given))
      },
    })
    const places = this.#wrapped.get(value) ?? new Map<string, object>()
    this.#wrapped.set(value, places.set(path, made))
    return made
  }

  #member(member: unknown, target: object, path: string): unknown {
    if (typeof member === 'function') {
      return (...args: unknown[]) => this.#call(path, args, (given) => Reflect.apply(member, target, given))
    }
    return hasMethods(member) ? this.wrap(member, path) : member
  }

  #call(path: string, args: unknown[], work: (args: unknown[]) => unknown): unknown {
    if (this.#callers.getStore()?.isBystander === true) return this.#answer(work(args), path)
    this.calls.set(path, (this.calls.get(path) ?? 0) + 1)
    if (args.some((arg) => typeof arg === 'function' || hasCallback(arg))) this.#callingBack.add(path)
    const kind = this.#faultAt(path)
    switch (kind) {
      case null:
        return this.#answer(work(args), path)
      case 'throws':
        throw new Error(`fault: ${path} throws`)
      case 'rejects':
        return Promise.reject(new Error(`fault: ${path} rejects`))
      case 'fails_after': {
        const real = work(args)
        if (!(real instanceof Promise)) throw new Error(`fault: ${path} fails after its work`)
        return real.then(() => Promise.reject(new Error(`fault: ${path} fails after its work`)))
      }
      case 'hangs':
        this.#stuck()
        return new Promise(() => undefined)
      case 'twice':
      case 'late':
        return this.#answer(work(args.map((arg) => repeated(arg, kind))), path)
    }
  }

  #stuck(): void {
    const caller = this.#random === null ? this.#victim : this.#callers.getStore()
    if (caller !== undefined) caller.isStuck = true
  }

  /** A fault of a method that has been seen to be able to have it. */
  #randomFault(path: string, { rate, random }: RandomFaults): FaultKind | null {
    if (random() >= rate) return null
    const kinds = FAULT_KINDS.filter((kind) => this.canHave(path, kind))
    const kind = kinds[Math.trunc(random() * kinds.length)] ?? 'throws'
    this.fired.set(kind, (this.fired.get(kind) ?? 0) + 1)
    return kind
  }

  #faultAt(path: string): FaultKind | null {
    if (this.#random !== null) return this.#randomFault(path, this.#random)
    const fault = this.#fault
    if (fault === null || fault.path !== path) return null
    fault.seen += 1
    if (fault.call !== null && fault.call !== fault.seen) return null
    fault.fired()
    return fault.kind
  }

  #answer(answer: unknown, path: string): unknown {
    if (answer instanceof Promise) this.#promising.add(path)
    if (answer instanceof Promise) return answer.then((value) => this.#part(value, `${path}()`))
    return this.#part(answer, `${path}()`)
  }

  #part(value: unknown, path: string): unknown {
    if (Array.isArray(value)) return value.map((one) => this.#part(one, path))
    if (isResult(value)) return hasMethods(value.value) ? { ok: true, value: this.wrap(value.value, path) } : value
    if (isPrepared(value)) return { ok: true, call: this.wrap(value.call, path) }
    return hasMethods(value) ? this.wrap(value, path) : value
  }
}

/** A callback that is called twice, or once more after its end. */
function repeated(arg: unknown, kind: 'twice' | 'late'): unknown {
  if (typeof arg === 'object' && arg !== null && !(arg instanceof AbortSignal) && isPlain(arg)) {
    return Object.fromEntries(Object.entries(arg).map(([key, value]) => [key, repeated(value, kind)]))
  }
  if (typeof arg !== 'function') return arg
  return (...args: unknown[]): unknown => {
    const again = (): void => {
      try {
        const answer: unknown = Reflect.apply(arg, undefined, args)
        if (answer instanceof Promise) answer.catch(() => undefined)
      } catch {
        // The first call counts.
      }
    }
    if (kind === 'twice') again()
    else setImmediate(again)
    return Reflect.apply(arg, undefined, args)
  }
}

function hasCallback(arg: unknown): boolean {
  return (
    typeof arg === 'object' &&
    arg !== null &&
    isPlain(arg) &&
    Object.values(arg).some((one) => typeof one === 'function')
  )
}

function isPlain(value: object): boolean {
  return Object.getPrototypeOf(value) === Object.prototype
}

function isSame<T extends object>(value: object): value is T {
  return typeof value === 'object' || typeof value === 'function'
}

function isResult(value: unknown): value is { readonly ok: true; readonly value: unknown } {
  return typeof value === 'object' && value !== null && 'ok' in value && value.ok === true && 'value' in value
}

function isPrepared(value: unknown): value is { readonly ok: true; readonly call: object } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'call' in value &&
    typeof value.call === 'object' &&
    value.call !== null
  )
}

function bound(method: object, target: object): unknown {
  return typeof method === 'function' ? method.bind(target) : method
}

/** Whether a value has methods of its own: no data, and none of the language's objects. */
function hasMethods(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || isOfLanguage(value)) return false
  return methodsOf(value).length > 0
}

function isOfLanguage(value: object): boolean {
  return [Map, Set, Promise, Date, RegExp, AbortSignal, AbortController, Uint8Array, WeakMap].some(
    (type) => value instanceof type,
  )
}

/** The names of an object's methods, its own and those of its class. */
function methodsOf(value: object): readonly string[] {
  const names = new Set<string>()
  for (let at: object | null = value; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const [name, { value: member }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (name !== 'constructor' && typeof member === 'function') names.add(name)
    }
  }
  return [...names]
}
