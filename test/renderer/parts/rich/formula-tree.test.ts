import temml from 'temml'
import { describe, expect, it } from 'vitest'

import { safeFormula, type FormulaNode } from '../../../../src/renderer/parts/rich/formula-tree.ts'

const parsed = (latex: string): FormulaNode | null =>
  safeFormula(temml.__renderToMathMLTree(latex, { displayMode: true, throwOnError: true, macros: {} }))

describe('safeFormula', () => {
  it('returns MathML', () => {
    const text = JSON.stringify(parsed(String.raw`\frac{a}{\sqrt{b}} = \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}`))
    for (const tag of ['math', 'mfrac', 'msqrt', 'mtable', 'mtd', 'mi', 'mn']) expect(text).toContain(`"tag":"${tag}"`)
  })

  it('has no style, address, name or class of its author', () => {
    const latex = String.raw`\class{evil}{a} \id{evil}{b} \style{position:fixed}{c} \href{javascript:alert(1)}{d} \boxed{e} \color{red} f`
    const tree = safeFormula(temml.__renderToMathMLTree(latex, { trust: true, throwOnError: false, macros: {} }))
    expect(JSON.stringify(tree)).not.toMatch(/evil|position|javascript|"style"|"href"|"id"|"class"/)
  })

  it('drops elements and attributes that are not listed, and lengths that reach over the text around it', () => {
    const node = (type: string, attributes: object, children: readonly object[] = []) => ({
      type,
      attributes,
      children,
    })
    const tree = node('math', { onclick: 'x()', display: 'block' }, [
      node('script', { src: 'x' }, [{ text: 'code' }]),
      node('mspace', { width: '-50em' }),
      node('mspace', { width: '1em', height: '9999em' }),
    ])
    expect(safeFormula(tree)).toEqual({
      tag: 'math',
      attributes: { display: 'block' },
      children: [
        'code',
        { tag: 'mspace', attributes: {}, children: [] },
        { tag: 'mspace', attributes: { width: '1em' }, children: [] },
      ],
    })
  })

  it('is null for what has too many elements or is nested too deep', () => {
    expect(parsed('x'.repeat(5_000))).toBeNull()
    const deep = Array.from({ length: 200 }).reduce<object>((inner) => ({ type: 'mrow', children: [inner] }), {
      text: 'x',
    })
    expect(safeFormula(deep)).toBeNull()
  })
})
