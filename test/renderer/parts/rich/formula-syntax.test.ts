import { describe, expect, it } from 'vitest'

import { formulaOf, readDisplayFormula } from '../../../../src/renderer/parts/rich/formula-text.ts'
import { drawnMarkdown, drawnText } from './drawn-markdown.ts'

function formulas(text: string): readonly string[] {
  return [...drawnMarkdown(text).matchAll(/<code class="formula">(.*?)<\/code>/gs)].map(([, source = '']) =>
    source.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
  )
}

describe('formulas in a line', () => {
  it.each([
    ['$E=mc^2$ and more', ['$E=mc^2$']],
    [String.raw`so \(a\,b\) holds`, [String.raw`\(a\,b\)`]],
    [String.raw`so \[a_1 * b_1 * c\] holds`, [String.raw`\[a_1 * b_1 * c\]`]],
    ['a $$x_1 *y* z_1$$ b', ['$$x_1 *y* z_1$$']],
    [String.raw`$\{1, 2\}$ and $a\$b$`, [String.raw`$\{1, 2\}$`, String.raw`$a\$b$`]],
    [String.raw`\(\begin{pmatrix} 1 \\ 2 \end{pmatrix}\)`, [String.raw`\(\begin{pmatrix} 1 \\ 2 \end{pmatrix}\)`]],
    [String.raw`\(a \\[2pt] b\)`, [String.raw`\(a \\[2pt] b\)`]],
    ['\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}', ['\\begin{align} a &= b \\\\ c &= d \\end{align}']],
    ['- so\n  \\begin{cases*} a \\end{cases*}', ['\\begin{cases*} a \\end{cases*}']],
    [
      '> \\begin{matrix}\n> \\begin{matrix} a \\end{matrix}\n> \\end{matrix}',
      ['\\begin{matrix} \\begin{matrix} a \\end{matrix} \\end{matrix}'],
    ],
    ['- $a$\n- $b$\n\n> $c$\n\n| x |\n|---|\n| $d$ |', ['$a$', '$b$', '$c$', '$d$']],
    ['($x$), "$y$".', ['$x$', '$y$']],
    ['$a <b> c$', ['$a <b> c$']],
    ['$a\nb$', ['$a b$']],
  ])('%s', (text, expected) => {
    expect(formulas(text)).toEqual(expected)
  })

  it.each([
    '$5 and $10',
    'from $5 to $10, or US$5-$10',
    'costs $ 5 or 5 $',
    '$HOME/$PATH',
    'a $ b $ c',
    String.raw`an escaped \$x$`,
    '`$a$` and ``\\(b\\)``',
    '```\n$a$\n```',
    '    $a$ is code',
    '$a\n\nb$',
    '$$',
    String.raw`\begin{align} a`,
    String.raw`so \begin{align} a \end{align}`,
    String.raw`\begin{itemize} \item a \end{itemize}`,
    String.raw`\\(a\\)`,
  ])('are not in: %s', (text) => {
    expect(formulas(text)).toEqual([])
  })

  it('leaves prices as they were written', () => {
    expect(drawnText('Between $5 and $10, *not* $20.')).toBe('Between $5 and $10, not $20.')
  })
})

describe('readDisplayFormula', () => {
  it.each([
    ['$$\nx\n$$\nText', 8, true],
    [String.raw`\[x\]`, 5, true],
    ['  $$x$$  \n', 10, true],
    ['$$x$$ and text\nmore\n\nNext', 19, false],
    ['$$\nx\n\n$$', 4, false],
    ['$$\nx', 4, false],
    ['\\begin{align}\na\n\\end{align}\nText', 28, true],
    ['\\begin{align}\na', 15, false],
    ['\\begin{itemize}\na\n\\end{itemize}', 0, false],
    ['Text $$x$$', 0, false],
    ['$x$', 0, false],
  ])('%j has %i characters', (text, length, isComplete) => {
    expect(readDisplayFormula(text)).toEqual({ length, isComplete })
  })
})

describe('formulaOf', () => {
  it.each([
    ['$x$', 'x', false],
    ['$$\nx\n$$', 'x', true],
    [String.raw`\(a\,b\)`, String.raw`a\,b`, false],
    [String.raw`\[a\]`, 'a', true],
  ])('%j', (source, latex, display) => {
    expect(formulaOf(source)).toEqual({ latex, display })
  })
})
