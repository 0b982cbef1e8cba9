import type { ApprovalRule } from '../../shared/approval.ts'

export type ParsedAllow =
  | { readonly ok: true; readonly rules: readonly ApprovalRule[] }
  | { readonly ok: false; readonly message: string }

/** `--allow TOOL[:PATTERN]`: calls that may run without a question, in this run only. */
export function parseAllow(values: readonly string[]): ParsedAllow {
  const wrong = values.find((value) => !/^[\w*-]+(:[^]+)?$/.test(value))
  if (wrong !== undefined) {
    return { ok: false, message: `--allow ${wrong}: give TOOL or TOOL:PATTERN, as bash or 'bash:git status *'.` }
  }
  const rules = values.map((value, index): ApprovalRule => {
    const [tool = '', ...pattern] = value.split(':')
    return {
      id: `--allow ${index}`,
      tool,
      pattern: pattern.length === 0 ? null : pattern.join(':'),
      action: 'allow',
      scope: { type: 'everywhere' },
      createdAt: 0,
    }
  })
  return { ok: true, rules }
}
