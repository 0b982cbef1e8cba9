import { useState } from 'react'

import { HIDDEN_VALUE, toolServerEntrySchema, type ToolServerEntry } from '../../shared/config-entries.ts'
import type { ToolServerState } from '../../shared/tool-list.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { EntryForm } from './entry-form.tsx'
import { PasteServers } from './paste-servers.tsx'
import { tidyServer } from './server-entry.ts'
import { ServerFields } from './server-fields.tsx'
import { ServerSignIn } from './server-sign-in.tsx'
import formStyles from '../parts/form.module.css'
import styles from './entry.module.css'
import rowStyles from './setting-rows.module.css'
import { useConfiguration } from './use-configuration.ts'

const NEW_SERVER: ToolServerEntry = { command: '' }

const STATE_LABELS: Readonly<Record<ToolServerState['state'], string>> = {
  off: 'starts when an agent needs it',
  starting: 'starting…',
  running: 'running',
  waiting: 'failed',
}

/** The MCP servers of config.json and their states. */
export function ServersPage() {
  const config = useConfiguration()
  if (config === null) return <p className={formStyles.lead}>Loading settings…</p>
  const entries = Object.entries(config.toolServers)
  return (
    <div className={formStyles.settings}>
      {entries.length === 0 ? <p className={formStyles.none}>No servers yet.</p> : null}
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
      <Button onClick={() => setAdding('form')}>Add server</Button>
      <Button onClick={() => setAdding('paste')}>Paste configuration</Button>
    </span>
  )
}

function Server({ name, server }: { name: string; server: ToolServerEntry }) {
  const { toasts, notices } = useStores()
  const { config: configActions, servers } = useActions()
  const state = useServerState(name)
  const [editing, setEditing] = useState(false)

  async function remove(): Promise<void> {
    const refusal = await configActions.update({ toolServers: { [name]: null } })
    if (refusal !== null) return notices.fail(refusal)
    toasts.show(`Server ${name} removed`, () => void configActions.update({ toolServers: { [name]: server } }))
  }

  return (
    <section className={styles.entry} aria-label={`Server ${name}`}>
      <header className={styles.entryHead}>
        <code className={rowStyles.entryName}>{name}</code>
        {state === undefined ? <span className={styles.entryState} /> : <StateText server={state} />}
        <Button tone="quiet" aria-label={`Restart ${name}`} onClick={() => void servers.restart(name)}>
          Restart
        </Button>
        <Button tone="quiet" aria-expanded={editing} aria-label={`Edit ${name}`} onClick={() => setEditing(!editing)}>
          Edit
        </Button>
        <Button tone="quiet" aria-label={`Remove ${name}`} onClick={() => void remove()}>
          Remove
        </Button>
      </header>
      {editing ? (
        <ServerEditor name={name} server={server} onDone={() => setEditing(false)} />
      ) : (
        <p className={styles.entryText}>{serverText(server)}</p>
      )}
      {state?.signIn === undefined ? null : <ServerSignIn name={name} signIn={state.signIn} />}
    </section>
  )
}

/** The servers of plugins that run now, which are switched with their plugins. */
function PluginServers() {
  const servers = useTree(({ status }) => status?.toolServers)?.filter(({ pluginFolder }) => pluginFolder !== undefined)
  if (servers === undefined || servers.length === 0) return null
  return (
    <section className={formStyles.settings} aria-label="Servers of plugins">
      <p className={formStyles.lead}>Servers of plugins</p>
      {servers.map((server) => (
        <section key={`${server.name} ${server.pluginFolder}`} className={styles.entry} aria-label={server.name}>
          <header className={styles.entryHead}>
            <code className={rowStyles.entryName}>{server.name}</code>
            <StateText server={server} />
          </header>
          <p className={styles.entryText}>{visibleText(server.pluginFolder ?? '', 'shown')}</p>
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

function stateText({ state, signIn, tools, message }: ToolServerState): string {
  if (state === 'waiting' && signIn === 'needed') return 'sign-in needed'
  const parts = [STATE_LABELS[state], ...(state === 'running' ? [`${tools} ${tools === 1 ? 'tool' : 'tools'}`] : [])]
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
      what="server"
      name={name}
      entry={server}
      schema={toolServerEntrySchema}
      jsonHint={`A program: command, args, env, cwd. An address: url, headers. Values shown as ${HIDDEN_VALUE} stay as they are.`}
      Fields={ServerFields}
      onDone={onDone}
      onSave={(chosen, entry) => configActions.update({ toolServers: { [chosen]: tidyServer(entry) } })}
    />
  )
}

function serverText(server: ToolServerEntry): string {
  return 'url' in server ? server.url : [server.command, ...(server.args ?? [])].join(' ')
}
