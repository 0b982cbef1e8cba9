import { createElement, memo, useMemo, type ReactNode } from 'react'

import { CopyButton } from '../copy-button.tsx'
import { useNewestAnswer } from '../use-newest-answer.ts'
import { windowFormulaParser } from './formula-parser.ts'
import { formulaOf } from './formula-text.ts'
import { useFormulaPlace } from './formula-limit.ts'
import type { FormulaNode } from './formula-tree.ts'
import styles from './formula-view.module.css'

/**
 * A formula as MathML, from its source with delimiters. Its source is shown until it is parsed, if the text has too many
 * formulas, and if it cannot be parsed; in the last case with a dotted underline.
 */
export const FormulaView = memo(function FormulaView({ source }: { source: string }) {
  return useFormulaPlace() ? <DrawnFormula source={source} /> : <FormulaSource source={source} isBroken={false} />
})

function DrawnFormula({ source }: { source: string }) {
  const formula = useMemo(() => formulaOf(source), [source])
  const last = useNewestAnswer(formula, windowFormulaParser.parse)
  const tree = windowFormulaParser.cached(formula) ?? (last?.request === formula ? last.answer : undefined)
  return (
    <span className={styles.formula} data-display={formula.display} dir="ltr">
      {tree === null || tree === undefined ? (
        <FormulaSource source={source} isBroken={tree === null} />
      ) : (
        <>
          {formulaElement(tree, 0)}
          <span className={styles.copy}>
            <CopyButton text={formula.latex} label="Copy LaTeX" />
          </span>
        </>
      )}
    </span>
  )
}

function FormulaSource({ source, isBroken }: { source: string; isBroken: boolean }) {
  return (
    <code className={styles.source} data-broken={isBroken} dir="ltr">
      {source}
    </code>
  )
}

function formulaElement(node: FormulaNode, key: number): ReactNode {
  if (typeof node === 'string') return node
  return createElement(node.tag, { key, ...node.attributes }, ...node.children.map(formulaElement))
}
