import { useState } from 'react'

import { tidyServer, toolServerEntrySchema, type ToolServerEntry } from '../../shared/tool-server.ts'
import { HIDDEN_VALUE } from '../../shared/hidden-values.ts'
import type { ToolServerState } from '../../shared/tool-list.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import { EntryForm } from './entry-form.tsx'
import { EntryView, useRemoveEntry } from './entry-view.tsx'
import { PasteServers } from './paste-servers.tsx'
import { ServerFields } from './server-fields.tsx'
import { ServerSignIn } from './server-sign-in.tsx'
import formStyles from '../parts/form.module.css'
import styles from './entry.module.css'
import rowStyles from './setting-rows.module.css'
import { useConfiguration } from './use-configuration.ts'

const common = texts.settingsDialog
const words = texts.toolServers

const NEW_SERVER: ToolServerEntry = { command: '' }

/** The MCP servers of config.json and their states. */
export function ServersPage() {
  const config = useConfiguration()
  if (config === null) return <p className={formStyles.lead}>{common.loading}</p>
  const entries = Object.entries(config.toolServers)
  return (
    <div className={formStyles.settings}>
      {entries.length === 0 ? <p className={formStyles.none}>{words.none}</p> : null}
      {entries.map(([name, server]) => (
        <Server key={name} name={name} server={server} />
      ))}
      <NewServers />
      <PluginServers />
    </div>
  )
}

/** Adds a server in a form, or several from a pasted configuration. */
function NewServers() {
  const [adding, setAdding] = useState<'nothing' | 'form' | 'paste'>('nothing')
  const done = () => setAdding('nothing')
  if (adding === 'form') return <ServerEditor name={null} server={NEW_SERVER} onDone={done} />
  if (adding === 'paste') return <PasteServers onDone={done} />
  return (
    <span className={styles.entryButtons}>
      <Button onClick={() => setAdding('form')}>{words.add}</Button>
      <Button onClick={() => setAdding('paste')}>{words.paste.title}</Button>
    </span>
  )
}

function Server({ name, server }: { name: string; server: ToolServerEntry }) {
  const { notices } = useStores()
  const { config: configActions, servers } = useActions()
  const removeEntry = useRemoveEntry()
  const state = useServerState(name)
  const set = (entry: ToolServerEntry | null) => configActions.update({ toolServers: { [name]: entry } })

  async function turn(isOn: boolean): Promise<void> {
    const refusal = await set(tidyServer({ ...server, disabled: !isOn }))
    if (refusal !== null) notices.fail(refusal)
  }

  const isOff = server.disabled === true
  return (
    <EntryView
      label={words.server({ name })}
      name={name}
      state={
        state === undefined ? (
          <span className={styles.entryState}>{isOff ? words.switchedOff : ''}</span>
        ) : (
          <StateText server={state} />
        )
      }
      buttons={
        <>
          <input
            type="checkbox"
            aria-label={words.useServer({ name })}
            title={words.useServer({ name })}
            checked={!isOff}
            onChange={(change) => void turn(change.target.checked)}
          />
          {isOff ? null : (
            <Button tone="quiet" aria-label={words.restartServer({ name })} onClick={() => void servers.restart(name)}>
              {words.restart}
            </Button>
          )}
        </>
      }
      content={<p className={styles.entryText}>{serverText(server)}</p>}
      editor={(onDone) => <ServerEditor name={name} server={server} onDone={onDone} />}
      onRemove={() => void removeEntry(server, words.removed({ name }), set)}
    >
      <LeftOut server={state} />
      {state?.signIn === undefined ? null : <ServerSignIn name={name} signIn={state.signIn} />}
    </EntryView>
  )
}

/** The servers of plugins that run now, which are switched with their plugins. */
function PluginServers() {
  const servers = useTree(({ status }) => status?.toolServers)?.filter(({ pluginFolder }) => pluginFolder !== undefined)
  if (servers === undefined || servers.length === 0) return null
  return (
    <section className={formStyles.settings} aria-label={words.ofPlugins}>
      <p className={formStyles.lead}>{words.ofPlugins}</p>
      {servers.map((server) => (
        <section key={`${server.name} ${server.pluginFolder}`} className={styles.entry} aria-label={server.name}>
          <header className={styles.entryHead}>
            <code className={rowStyles.entryName}>{server.name}</code>
            <StateText server={server} />
          </header>
          <p className={styles.entryText}>{visibleText(server.pluginFolder ?? '', 'shown')}</p>
          <LeftOut server={server} />
        </section>
      ))}
    </section>
  )
}

function useServerState(name: string): ToolServerState | undefined {
  return useTree(({ status }) => status?.toolServers.find((each) => each.name === name))
}

function StateText({ server }: { server: ToolServerState }) {
  return (
    <span className={styles.entryState} data-state={server.state} role="status">
      {stateText(server)}
    </span>
  )
}

/** What of a server's list of tools cannot be used, and why. */
function LeftOut({ server }: { server: ToolServerState | undefined }) {
  const leftOut = server?.leftOut ?? []
  if (leftOut.length === 0) return null
  return (
    <p className={styles.entryNote}>
      {words.leftOut}: {leftOut.map((what) => visibleText(what, 'shown')).join(' · ')}
    </p>
  )
}

function stateText({ state, signIn, tools, message }: ToolServerState): string {
  if (state === 'waiting' && signIn === 'needed') return words.signInNeeded
  const parts = [words.states[state], ...(state === 'running' ? [words.tools({ tools })] : [])]
  return [...parts, ...(message === '' ? [] : [visibleText(message, 'shown')])].join(' · ')
}

interface ServerEditorProps {
  readonly name: string | null
  readonly server: ToolServerEntry
  onDone(): void
}

function ServerEditor({ name, server, onDone }: ServerEditorProps) {
  const { config: configActions } = useActions()
  return (
    <EntryForm
      form={words.form}
      name={name}
      entry={server}
      schema={toolServerEntrySchema}
      jsonHint={words.jsonHint({ hidden: HIDDEN_VALUE })}
      Fields={ServerFields}
      onDone={onDone}
      onSave={(chosen, entry) => configActions.update({ toolServers: { [chosen]: tidyServer(entry) } })}
    />
  )
}

function serverText(server: ToolServerEntry): string {
  return 'url' in server ? server.url : [server.command, ...(server.args ?? [])].join(' ')
}
