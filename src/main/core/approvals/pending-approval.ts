import type { PendingApproval } from '../../../shared/approval.ts'
import { shownEffects } from '../../../shared/command-effects.ts'
import { defined } from '../../../shared/defined.ts'
import type { AskedCall, ToolCallSite } from '../ports/tool-ports.ts'
import { exactPattern } from './match-pattern.ts'
import { effectPatterns, offeredPatterns } from './offer-patterns.ts'
import { askedBy } from './question-inbox.ts'

/** Returns what the user is shown of a call that is asked about. `tool`: the name that rules use; `askedAt`: ms since the epoch. */
export function pendingApproval(tool: string, call: AskedCall, site: ToolCallSite, askedAt: number): PendingApproval {
  const { subject, access, isInFolder, paths, effects } = call
  const { protectedAs, isBehindLink, wideFolder, askedByHook, link, sandbox, preview, isNewFile } = call
  return {
    ...askedBy(site),
    tool,
    subject,
    access,
    isInFolder,
    ...defined({ protectedAs, isBehindLink, wideFolder, askedByHook, link, sandbox, preview, isNewFile }),
    ...defined({ effects: effects && shownEffects(effects, paths[0] ?? '') }),
    askedAt,
    patterns: patternsFor(call),
  }
}

/** The patterns for an answer that lasts. What is protected is offered only as it is, and effects on it not at all. */
function patternsFor({ subject, access, protectedAs, effects }: AskedCall): readonly string[] {
  if (effects !== undefined) return protectedAs === undefined ? effectPatterns(effects.map(({ path }) => path)) : []
  return protectedAs === undefined ? offeredPatterns(subject, access) : [exactPattern(subject)]
}
