import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../../src/main/core/wiring')

/** Returns the lines with a spread, or with a parameter or a pattern that collects the rest. */
function spreads(source: string): readonly string[] {
  const code = source.replaceAll(/\/\*[^]*?\*\/|\/\/.*$/gm, '').replaceAll(/'[^'\n]*'|`[^`]*`/g, "''")
  return code.split('\n').flatMap((line) => (line.includes('...') ? [line.trim()] : []))
}

/** Returns the names that more than one of the classes has, each of which would replace the other. */
function doubled(sources: readonly string[]): readonly string[] {
  const names = sources.flatMap((source) =>
    [...source.matchAll(/^ {2}(?:get|readonly|protected readonly) (#?\w+)\b/gm)].map(([, name = '']) => name),
  )
  return names.filter((name, index) => names.indexOf(name) !== index)
}

describe('the wiring of the engine', () => {
  const files = readdirSync(FOLDER).filter((file) => file !== 'wiring.ts')
  const sources = files.map((file) => readFileSync(join(FOLDER, file), 'utf8'))

  it.each(files.map((file, index) => [file, sources[index] ?? '']))(
    'names what each class gets: %s',
    (_file, source) => {
      expect(source).toMatch(/class \w+Wiring extends \w*Wiring/)
      expect(spreads(source)).toEqual([])
    },
  )

  it('has each name once', () => {
    expect(doubled(sources)).toEqual([])
  })
})

describe('the search for spreads', () => {
  it.each([
    'return new TurnLoop({ ...this.dependencies, clock })',
    'return new TurnLoop({\n      ...shared,\n    })',
    'const { clock, ...others } = this.given',
    'return new Tools([...this.given.builtInTools(this), ask])',
    'constructor(...given: readonly unknown[]) {',
  ])('finds %j', (line) => {
    expect(spreads(`  get loop(): TurnLoop {\n    ${line}\n  }`)).toHaveLength(1)
  })

  it.each([
    '// Everything else... is above.',
    '/** And so on ... */',
    "const text = 'Waiting...'",
    'return new TurnLoop(this)',
  ])('leaves out %j', (line) => {
    expect(spreads(`  get loop(): TurnLoop {\n    ${line}\n  }`)).toEqual([])
  })

  it('is made for names, too', () => {
    const classes = ['  get loop(): TurnLoop {\n  }\n  get clock() {', '  readonly clock = this.given.clock\n']
    expect(doubled(classes)).toEqual(['clock'])
  })
})
