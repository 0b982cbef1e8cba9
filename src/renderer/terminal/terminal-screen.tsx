import { useEffect, useRef, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { matchesBinding } from '../commands/key-binding.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useCommands } from '../hooks/command-context.ts'
import { IS_MAC } from '../hooks/platform.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import { useDialogs } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { createScreen, type Screen } from './create-screen.ts'
import styles from './terminal-panel.module.css'
import { texts } from '../text/texts.ts'

const words = texts.terminal

/** What the terminal shows, and its keyboard. */
export function TerminalScreen({ agentId }: { agentId: AgentId }) {
  const { terminals } = useActions()
  const element = useRef<HTMLDivElement>(null)
  const [screen, setScreen] = useState<Screen | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const leaves = useLeavingKeys()
  useFocusRequest(agentId, screen)
  useEffect(() => {
    if (element.current === null) return undefined
    const created = createScreen(element.current, {
      onInput: (text) => terminals.write(agentId, text),
      onResize: (size) => void terminals.resize(agentId, size),
      onShown: (reader, units) => terminals.shown(agentId, reader, units),
    })
    setScreen(created)
    let stop = (): void => undefined
    let isGone = false
    // Asks for the confirmation, if this window needs one, before anything is shown.
    void terminals.resize(agentId, created.size()).then((reason) => {
      if (isGone) return
      setRefusal(reason)
      if (reason === null) stop = terminals.follow(agentId, created.show)
    })
    return () => {
      isGone = true
      stop()
      created.close()
      setScreen(null)
    }
  }, [terminals, agentId, attempt])
  useEffect(() => screen?.leaveOn(leaves), [screen, leaves])
  return (
    <>
      {refusal === null ? null : (
        <p className={styles.message}>
          <span>{refusal}</span>
          <Button onClick={() => setAttempt(attempt + 1)}>{words.tryAgain}</Button>
        </p>
      )}
      <div className={styles.frame} hidden={refusal !== null}>
        <div ref={element} className={styles.screen} data-takes-paste />
      </div>
    </>
  )
}

/** Gives the screen the focus when a command asks for it; if it has the focus, gives it to the prompt. */
function useFocusRequest(agentId: AgentId, screen: Screen | null): void {
  const { dialogs } = useStores()
  const isAsked = useDialogs(({ terminalOf }) => terminalOf === agentId)
  useEffect(() => {
    if (!isAsked || screen === null) return
    dialogs.setState({ terminalOf: null })
    if (screen.hasFocus()) promptElement(agentId)?.focus()
    else screen.focus()
  }, [dialogs, agentId, isAsked, screen])
}

/**
 * Returns whether keys belong to the window and not to the shell: those of the terminal's own command, and keys of
 * other commands that shells do not use, with Shift or Cmd.
 */
function useLeavingKeys(): (key: KeyboardEvent) => boolean {
  const commands = useCommands()
  return (key) =>
    commands.some(
      ({ id, currentKeys }) =>
        (id === 'agent.terminal' || key.metaKey || (key.ctrlKey && key.shiftKey)) &&
        currentKeys.some((binding) => matchesBinding(binding, key, IS_MAC)),
    )
}
