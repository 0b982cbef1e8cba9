import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { formatBinding } from '../commands/key-binding.ts'
import { IS_MAC } from '../hooks/platform.ts'
import { useAgentName } from '../hooks/use-agent.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useFindState, useViews } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { closeFind, typeFind } from '../store/find-store.ts'
import styles from './find-bar.module.css'
import { promptElement } from '../hooks/prompt-id.ts'
import { texts } from '../text/texts.ts'
import { useFind } from './use-find.ts'

const words = texts.message.find

interface FindBarProps {
  readonly agentId: AgentId
  readonly log: RefObject<HTMLElement | null>
}

/** Find in this pane: searches the loaded events, and older ones on request. */
export function FindBar(props: FindBarProps) {
  const isOpen = useFindState((state) => state.agentId === props.agentId)
  return isOpen ? <OpenFindBar {...props} /> : null
}

function OpenFindBar({ agentId, log }: FindBarProps) {
  const { find } = useStores()
  const { log: reader } = useActions()
  const name = useAgentName(agentId)
  const { query, terms, eventId, isOnItsWay, asked } = useFindState((state) => state)
  const hasOlder = useViews(({ views }) => views.get(agentId)?.hasOlder === true)
  const { count, position, step } = useFind(log, { terms, eventId, isOnItsWay })
  const [searching, setSearching] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [asked])

  function close(): void {
    closeFind(find, agentId)
    promptElement(agentId)?.focus()
  }

  async function searchOlder(): Promise<void> {
    setSearching(true)
    await reader.loadBackTo(agentId, terms)
    setSearching(false)
    // The button may have disappeared, and Enter in the input goes through the matches.
    input.current?.focus()
  }

  function onKeyDown(key: KeyboardEvent): void {
    if (key.key !== 'Enter' && key.key !== 'Escape') return
    key.preventDefault()
    if (key.key === 'Escape') close()
    else step(key.shiftKey ? 1 : -1)
  }

  return (
    <div className={styles.bar} role="search" aria-label={words.label({ agent: name })}>
      <input
        ref={input}
        className={styles.input}
        type="text"
        aria-label={words.label({ agent: name })}
        placeholder={words.placeholder}
        value={query}
        onChange={(change) => typeFind(find, change.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className={styles.count} role="status">
        {query === '' ? '' : foundText(count, position)}
      </span>
      <IconButton
        label={words.previous}
        shortcut={texts.keys.enter}
        size="small"
        disabled={count === 0}
        onClick={() => step(-1)}
      >
        <ChevronUp />
      </IconButton>
      <IconButton
        label={words.next}
        shortcut={formatBinding('Shift+Enter', IS_MAC)}
        size="small"
        disabled={count === 0}
        onClick={() => step(1)}
      >
        <ChevronDown />
      </IconButton>
      {hasOlder && query !== '' ? (
        <Button tone="quiet" disabled={searching} onClick={() => void searchOlder()}>
          {searching ? words.searching : words.older}
        </Button>
      ) : null}
      <IconButton label={texts.common.close} shortcut="Esc" size="small" onClick={close}>
        <X />
      </IconButton>
    </div>
  )
}

/** `position`: of the match that the pane shows; 0: it shows an event without one. */
function foundText(matches: number, position: number): string {
  if (matches === 0) return words.none
  return position === 0 ? words.matches({ matches }) : words.position({ index: position, matches })
}
