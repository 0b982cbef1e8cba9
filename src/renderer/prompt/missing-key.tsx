import { TriangleAlert } from 'lucide-react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import { parseModelSpec } from '../../shared/model-spec.ts'
import { ENDPOINT } from '../../shared/providers.ts'
import { useStores } from '../hooks/app-context.ts'
import { useModels } from '../hooks/use-stores.ts'
import { IconButton } from '../parts/icon-button.tsx'
import { lackingKey } from '../store/model-store.ts'
import { texts } from '../text/texts.ts'

interface MissingKeyProps {
  readonly agent: AgentSummary
  /** The further models that the next prompt goes to, `MODEL/LEVEL` or `@POOL`. */
  readonly asked: readonly string[]
}

/** Warns before a prompt is sent to a provider or endpoint without a key, and opens the page where it is set. */
export function MissingKey({ agent, asked }: MissingKeyProps) {
  const { dialogs } = useStores()
  const list = useModels((state) => state.list)
  // Agents of other homes use the keys of those.
  if (list === null || agent.status === 'killed' || agent.home !== undefined) return null
  const choices = asked.flatMap((spec) => {
    const parsed = parseModelSpec(spec)
    return parsed.ok ? [parsed.choice] : []
  })
  const lacking = lackingKey(list, agent.choice === null ? choices : [agent.choice, ...choices])
  const [first] = lacking
  if (first === undefined) return null
  const page = first.provider === ENDPOINT ? 'endpoints' : 'keys'
  return (
    <IconButton
      size="small"
      label={texts.prompt.models.noKey({ providers: lacking.map(({ label }) => label).join(', ') })}
      onClick={() => dialogs.setState({ dialog: { type: 'settings', page } })}
    >
      <TriangleAlert />
    </IconButton>
  )
}
