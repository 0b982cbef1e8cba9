import { describe, expect, it } from 'vitest'

import { Wiring, WiringCycle } from '../../../src/main/core/wiring/wiring.ts'

class Service {
  readonly name: string
  readonly needs: readonly unknown[]

  constructor(name: string, ...needs: readonly unknown[]) {
    this.name = name
    this.needs = needs
  }
}

/** A service that needs others only when it is used. */
class LateService {
  readonly #dependencies: { readonly below: Service }

  constructor(dependencies: { readonly below: Service }) {
    this.#dependencies = dependencies
  }

  use(): string {
    return this.#dependencies.below.name
  }
}

let created: string[] = []

class BaseWiring extends Wiring<{ readonly failures: number }> {
  #failures = this.given.failures

  get late(): LateService {
    created.push('late')
    return new LateService({ below: new Service('overridden') })
  }

  get below(): Service {
    created.push('below')
    return new Service('below', this.late)
  }

  get fails(): Service {
    if (this.#failures-- > 0) throw new Error('No disk')
    return new Service('fails')
  }
}

class WholeWiring extends BaseWiring {
  override get late(): LateService {
    created.push('late')
    return new LateService(this)
  }

  get above(): Service {
    created.push('above')
    return new Service('above', this.below, this.late)
  }

  get first(): Service {
    return new Service('first', this.second)
  }

  get second(): Service {
    return new Service('second', this.below, this.third)
  }

  get third(): Service {
    return new Service('third', this.first)
  }

  get own(): Service {
    return new Service('own', this.own)
  }
}

function wire(failures = 0): WholeWiring {
  created = []
  return new WholeWiring({ failures })
}

describe('a wiring', () => {
  it('creates nothing before it is used', () => {
    wire()
    expect(created).toEqual([])
  })

  it.each([
    ['from above', ['above', 'below', 'late']],
    ['from below', ['late', 'below', 'above']],
    ['in the middle', ['below', 'above', 'late', 'below']],
  ] as const)('creates every service once, whatever is used first: %s', (_order, names) => {
    const wiring = wire()
    const services = names.map((name) => wiring[name])
    expect(created.toSorted()).toEqual(['above', 'below', 'late'])
    expect(names.map((name) => wiring[name])).toEqual(services)
    expect(wiring.above.needs).toEqual([wiring.below, wiring.late])
    expect(wiring.below.needs).toEqual([wiring.late])
  })

  it('lets a service use one that needs it in return', () => {
    const { late } = wire()
    expect(created).toEqual(['late'])
    expect(late.use()).toBe('below')
    expect(created).toEqual(['late', 'below'])
  })

  it.each([
    ['first', 'first → second → third → first'],
    ['second', 'second → third → first → second'],
    ['third', 'third → first → second → third'],
    ['own', 'own → own'],
  ] as const)('says which services need each other to be created, from %s', (name, path) => {
    const wiring = wire()
    const create = () => wiring[name]
    expect(create).toThrow(WiringCycle)
    expect(create).toThrow(`Services need each other to be created: ${path}`)
  })

  it('names only the services of the cycle', () => {
    class Outside extends WholeWiring {
      get outside(): Service {
        return new Service('outside', this.below, this.second)
      }
    }
    expect(() => new Outside({ failures: 0 }).outside).toThrow(/: second → third → first → second$/)
  })

  it('creates a service again if that failed', () => {
    const wiring = wire(2)
    expect(() => wiring.fails).toThrow('No disk')
    expect(() => wiring.fails).toThrow('No disk')
    expect(wiring.fails.name).toBe('fails')
    expect(wiring.fails).toBe(wiring.fails)
  })

  it('creates services of its own for each engine', () => {
    const [one, another] = [wire(), wire()]
    expect(one.below).not.toBe(another.below)
  })
})
