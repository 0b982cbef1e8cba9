import { isNode, LineCounter, parseDocument, type Document } from 'yaml'
import type { core } from 'zod'

import { type EvaluationFile, evaluationFileSchema } from '../../../shared/evaluation-file.ts'
import { err, errorMessage, ok, refuse, type Result } from '../../../shared/result.ts'

/** Returns the content of a file in YAML or JSON, or its mistakes: `FILE:LINE:COLUMN: PLACE: what is wrong`. */
export function parseEvaluation(text: string, path: string): Result<EvaluationFile, readonly string[]> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines })
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `${path}:${line}:${col}`
  }
  const [mistake] = document.errors
  if (mistake !== undefined) return err([`${place(mistake.pos[0])}: ${mistake.message.split('\n')[0]}`])
  const value = contentOf(document)
  if (!value.ok) return err([`${path}: ${value.error.message}`])
  const parsed = evaluationFileSchema.safeParse(value.value)
  if (parsed.success) return ok(parsed.data)
  return err(
    parsed.error.issues
      .flatMap(plainIssues)
      .map((issue) => `${place(offsetOf(issue.path, document))}: ${placeText(issue.path)}${issue.message}`),
  )
}

function contentOf(document: Document): Result<unknown> {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 })
    return ok(value)
  } catch (error) {
    return refuse(errorMessage(error))
  }
}

type Issue = Pick<core.$ZodIssue, 'path' | 'message'>

const NO_CHECK = 'expected one check: matches, schema, test (with timeout), or judge with criteria'

/** Of a value that may have several forms the mistakes of the form whose keys it has. */
function plainIssues(issue: core.$ZodIssue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const meant = issue.errors.find((each) => each.every(({ code }) => code !== 'unrecognized_keys'))
  if (meant === undefined) return [{ path: issue.path, message: NO_CHECK }]
  return meant.map(({ path, message }) => ({ path: [...issue.path, ...path], message }))
}

/** The offset of the value at a path, or of the nearest one around it. */
function offsetOf(path: Issue['path'], document: Document): number {
  for (let length = path.length; length >= 0; length--) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range != null) return node.range[0]
  }
  return 0
}

/** `tasks[2].checks[0]: `; empty for the whole file. */
function placeText(path: Issue['path']): string {
  const text = path.map((key) => (typeof key === 'number' ? `[${key + 1}]` : `.${String(key)}`)).join('')
  return text === '' ? '' : `${text.replace(/^\./, '')}: `
}
