import { createElement, memo, useMemo, type ReactNode } from 'react'

import { CopyButton } from '../copy-button.tsx'
import { useNewestAnswer } from '../use-newest-answer.ts'
import { useDrawTurn } from '../use-parsed-markdown.ts'
import { texts } from '../../text/texts.ts'
import { windowFormulaParser } from './formula-parser.ts'
import { formulaOf } from './formula-text.ts'
import { useFormulaPlace } from './formula-limit.ts'
import type { FormulaNode, FormulaRequest } from './formula-tree.ts'
import styles from './formula-view.module.css'

/** What a formula costs to draw, compared with a character of prose: each has about ten elements, and a button. */
const DRAW_AMOUNT = 400

/**
 * A formula as MathML, from its source with delimiters. Its source is shown until it has its turn and is parsed, if the
 * text has too many formulas, and if it cannot be parsed; in the last case with a dotted underline.
 */
export const FormulaView = memo(function FormulaView({ source }: { source: string }) {
  const formula = useMemo(() => formulaOf(source), [source])
  const hasPlace = useFormulaPlace()
  return (
    <span className={styles.formula} data-display={formula.display} dir="ltr">
      {hasPlace ? <FormulaInTurn source={source} formula={formula} /> : <FormulaSource source={source} />}
    </span>
  )
})

interface FormulaProps {
  readonly source: string
  readonly formula: FormulaRequest
}

function FormulaInTurn({ source, formula }: FormulaProps) {
  return useDrawTurn(DRAW_AMOUNT) ? (
    <DrawnFormula source={source} formula={formula} />
  ) : (
    <FormulaSource source={source} />
  )
}

function DrawnFormula({ source, formula }: FormulaProps) {
  const last = useNewestAnswer(formula, windowFormulaParser.parse)
  const tree = windowFormulaParser.cached(formula) ?? (last?.request === formula ? last.answer : undefined)
  if (tree === null || tree === undefined) return <FormulaSource source={source} isBroken={tree === null} />
  return (
    <>
      {formulaElement(tree, 0)}
      <span className={styles.copy}>
        <CopyButton text={formula.latex} label={texts.parts.copyLatex} />
      </span>
    </>
  )
}

function FormulaSource({ source, isBroken = false }: { source: string; isBroken?: boolean }) {
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
