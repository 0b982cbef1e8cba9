import { implement } from '@orpc/server'

import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import { contract } from '../../../src/shared/contract.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import { ok } from '../../../src/shared/result.ts'
import type { TerminalItem } from '../../../src/shared/terminal.ts'

type Listener = (items: readonly TerminalItem[]) => void

const GREETING = '\x1b[1;32mann@desk\x1b[0m:\x1b[34m~/code/shop\x1b[0m$ '

/** Terminals of the preview: a shell that repeats what is typed. */
export function previewTerminals(
  change: (agentId: AgentId, changed: Partial<AgentSummary>) => void,
  note: (operation: string, input: unknown) => void,
) {
  const { terminals } = implement(contract)
  const listeners = new Map<AgentId, Listener>()
  const noted = (name: string, input: unknown) => {
    note(`terminals.${name}`, input)
    return ok(null)
  }
  return {
    router: {
      open: terminals.open.handler(({ input }) => {
        change(input.agentId, { hasTerminal: true })
        return noted('open', input)
      }),
      // The preview's connection follows it in another way.
      subscribe: terminals.subscribe.handler(async function* () {}),
      shown: terminals.shown.handler(({ input }) => noted('shown', input)),
      write: terminals.write.handler(({ input }) => {
        const text = input.text.replaceAll('\r', `\r\n${GREETING}`)
        listeners.get(input.agentId)?.([{ type: 'output', text }])
        return noted('write', input)
      }),
      resize: terminals.resize.handler(({ input }) => noted('resize', input)),
      close: terminals.close.handler(({ input }) => {
        change(input.agentId, { hasTerminal: false })
        return noted('close', input)
      }),
    },
    follow(agentId: AgentId, onItems: Listener): () => void {
      listeners.set(agentId, onItems)
      queueMicrotask(() => onItems([{ type: 'snapshot', reader: 1, text: GREETING }]))
      return () => void listeners.delete(agentId)
    },
  }
}
