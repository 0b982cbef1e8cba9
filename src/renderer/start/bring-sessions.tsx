import { Import } from 'lucide-react'
import { useEffect, useState } from 'react'

import { foreignToolLabel } from '../../shared/foreign-tools.ts'
import type { FoundTool } from '../../shared/found-session.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { Button } from '../parts/button.tsx'
import { OfferCard } from '../parts/offer-card.tsx'
import { texts } from '../text/texts.ts'

const words = texts.start.bring

/** Offers to import conversations, and names the tools that have some on this computer. */
export function BringSessions() {
  const { dialogs } = useStores()
  const { transfer } = useActions()
  const [found, setFound] = useState<readonly FoundTool[]>([])
  useEffect(() => {
    let isShown = true
    void transfer.countSessions().then((tools) => (isShown ? setFound(tools) : undefined))
    return () => {
      isShown = false
    }
  }, [transfer])
  const tools = found.map(({ tool, sessions }) => words.tool({ tool: foreignToolLabel(tool), sessions }))
  return (
    <OfferCard Icon={Import} title={words.title} about={words.about({ tools: tools.join(', ') })}>
      <Button onClick={() => dialogs.setState({ dialog: { type: 'import' } })}>{words.start}</Button>
    </OfferCard>
  )
}
