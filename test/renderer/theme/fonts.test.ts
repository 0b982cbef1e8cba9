import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { describe, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')
const FONTS = join(ROOT, 'src/renderer/theme/fonts')
const PACKAGES = join(ROOT, 'node_modules/@fontsource-variable')

interface Face {
  readonly css: string
  readonly family: string
  readonly file: string
  readonly range: string
}

const value = (css: string, property: string): string => new RegExp(`${property}:\\s*([^;]+);`).exec(css)?.[1] ?? ''

const faces: readonly Face[] = globSync('*.css', { cwd: FONTS })
  .filter((sheet) => sheet !== 'fallbacks.css')
  .flatMap((sheet) => [...readFileSync(join(FONTS, sheet), 'utf8').matchAll(/@font-face \{[^}]+\}/g)])
  .map(([css]) => ({
    css,
    family: value(css, 'font-family'),
    file: /@fontsource-variable\/([^']+)/.exec(css)?.[1] ?? '',
    range: value(css, 'unicode-range').replaceAll(/\s/g, ''),
  }))

describe('The bundled fonts', () => {
  it('are the three families', () => {
    const families = new Set(faces.map(({ family }) => family))
    expect([...families].toSorted()).toEqual(["'Hanken Grotesk'", "'JetBrains Mono'", "'Literata'"])
  })

  it.each(faces)('$file is shown in time or not at all, and only loaded for its letters', ({ css, file, range }) => {
    expect(value(css, 'font-display')).toBe(file.includes('-latin-wght-') ? 'optional' : 'fallback')
    expect(readFileSync(join(PACKAGES, file)).subarray(0, 4).toString()).toBe('wOF2')
    const [, name = '', subset = ''] = /^([^/]+)\/files\/\1-(.+)-wght-/.exec(file) ?? []
    const ranges: unknown = JSON.parse(readFileSync(join(PACKAGES, name, 'unicode.json'), 'utf8'))
    expect(ranges).toMatchObject({ [subset]: range })
  })

  it('have at most 230 kB of Latin letters', () => {
    const sizes = faces.filter(({ file }) => file.includes('-latin-wght-')).map(({ file }) => join(PACKAGES, file))
    expect(sizes).toHaveLength(5)
    expect(sizes.reduce((sum, file) => sum + readFileSync(file).length, 0)).toBeLessThan(230_000)
  })
})
