import { expect, expectTypeOf, it } from 'vitest'

import { defined } from '../../src/shared/defined.ts'

const maybe = (value: string | null): string | null => value

it('leaves out what is undefined, and nothing else', () => {
  const made = defined({ a: undefined, b: null, c: 0, d: '', e: false, f: Number.NaN, g: [undefined], h: maybe(null) })
  expect(Object.keys(made)).toEqual(['b', 'c', 'd', 'e', 'f', 'g', 'h'])
})

it('keeps the order of keys, which is that of the JSON', () => {
  expect(JSON.stringify(defined({ z: 1, y: undefined, x: 2, a: 3 }))).toBe('{"z":1,"x":2,"a":3}')
  expect(JSON.stringify({ z: 1, ...defined({ b: undefined, a: 2 }), c: 3 })).toBe('{"z":1,"a":2,"c":3}')
})

it('overwrites nothing with a missing property', () => {
  const name: string | undefined = undefined
  expect({ name: 'before', ...defined({ name }) }).toEqual({ name: 'before' })
})

it('keeps keys that objects have by themselves', () => {
  const made = defined(JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}'))
  expect(Object.keys(made)).toEqual(['__proto__', 'constructor'])
})

it('makes optional what may be undefined, and leaves literals as they are', () => {
  const made = defined({ type: 'text', size: maybe('1') ?? undefined })
  expectTypeOf(made.type).toEqualTypeOf<'text'>()
  expectTypeOf(made).toExtend<{ readonly type: string; readonly size?: string }>()
})
