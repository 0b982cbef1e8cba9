import { useEffect, useId, useState } from 'react'

import type { AgentFolder } from '../../shared/agent-folder.ts'
import type { AgentId } from '../../shared/ids.ts'
import { type AgentSandbox, SANDBOX_LEVELS } from '../../shared/sandbox.ts'
import { WIDE_FOLDER_TEXT } from '../../shared/tool-access.ts'
import { visibleText } from '../../shared/visible-text.ts'
import { useAgent, useAgentName } from '../hooks/use-agent.ts'
import { useActions, useApp, useStores } from '../hooks/app-context.ts'
import { useFolders, useTree } from '../hooks/use-stores.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { FailureNote } from '../parts/failure-note.tsx'
import formStyles from '../parts/form.module.css'
import { texts } from '../text/texts.ts'
import styles from '../parts/question-dialog.module.css'
import { WorktreeSetup } from './worktree-setup.tsx'

const common = texts.common
const words = texts.agentDialogs.folder

/** Shows and changes the working folder of an agent's tools. */
export function FolderDialog({ agentId }: { agentId: AgentId }) {
  const { dialogs } = useStores()
  const { folders: folderActions } = useActions()
  const name = useAgentName(agentId)
  const folder = useFolders(({ folders }) => folders.get(agentId) ?? null)
  useEffect(() => void folderActions.load(agentId), [folderActions, agentId])
  return (
    <Dialog title={words.title({ agent: name })} size="narrow" initialFocus="marked" onClose={dialogs.close}>
      {folder === null ? null : <FolderForm agentId={agentId} folder={folder} />}
    </Dialog>
  )
}

function FolderForm({ agentId, folder }: { agentId: AgentId; folder: AgentFolder }) {
  const { dialogs, folders, toasts } = useStores()
  const { folders: folderActions } = useActions()
  const { chooseFolder } = useApp()
  const [typed, setTyped] = useState(folder.folder)
  const [failure, setFailure] = useState<string | null>(null)
  const close = () => dialogs.close()

  async function keep(path: string | null): Promise<void> {
    const refusal = await folderActions.set(agentId, path)
    if (refusal !== null) return setFailure(refusal)
    const wide = folders.getState().folders.get(agentId)?.wideFolder
    if (wide !== undefined) toasts.show(WIDE_FOLDER_TEXT[wide])
    close()
  }

  async function choose(pick: NonNullable<typeof chooseFolder>): Promise<void> {
    const picked = await pick(typed)
    if (picked !== null) setTyped(picked)
  }

  return (
    <form
      className={styles.form}
      onSubmit={(submit) => {
        submit.preventDefault()
        void keep(typed)
      }}
    >
      <p className={styles.caption}>
        {folder.wideFolder === undefined
          ? words.caption
          : words.wideCaption({ warning: WIDE_FOLDER_TEXT[folder.wideFolder] })}
      </p>
      <label className={styles.field}>
        <span className={styles.label}>
          {words.label} <Origin agentId={agentId} folder={folder} />
        </span>
        <input
          className={styles.input}
          data-first-focus
          value={typed}
          spellCheck={false}
          onChange={(change) => setTyped(change.target.value)}
        />
      </label>
      <FailureNote failure={failure} />
      <SandboxChoice agentId={agentId} />
      <WorktreeSetup folder={folder.folder} />
      <footer className={styles.footer}>
        <span className={styles.aside}>
          {chooseFolder === null ? null : <Button onClick={() => void choose(chooseFolder)}>{words.choose}</Button>}
          {folder.chosenFor === agentId ? (
            <Button onClick={() => void keep(null)}>
              <Inherited agentId={agentId} />
            </Button>
          ) : null}
        </span>
        <Button tone="quiet" onClick={close}>
          {common.cancel}
        </Button>
        <Button tone="primary" type="submit" disabled={typed.trim() === ''}>
          {words.submit}
        </Button>
      </footer>
    </form>
  )
}

/** Explains where the folder comes from if it was not set for this agent. */
function Origin({ agentId, folder: { chosenFor } }: { agentId: AgentId; folder: AgentFolder }) {
  const name = useAgentName(chosenFor ?? agentId)
  if (chosenFor === null) return words.workspace
  return chosenFor === agentId ? null : words.chosenFor({ agent: name })
}

function Inherited({ agentId }: { agentId: AgentId }) {
  const isRoot = useTree(({ agents }) => agents.get(agentId)?.parentId == null)
  return isRoot ? words.useWorkspace : words.useParent
}

const sandboxWords = texts.agentDialogs.sandbox

/** Stands for the level of the profile, of the parent, or of the settings. */
const INHERITED = 'inherited'

/** How far the commands of an agent are confined; a choice takes effect immediately. */
function SandboxChoice({ agentId }: { agentId: AgentId }) {
  const { folders } = useActions()
  const profile = useAgent(agentId)?.profile
  const id = useId()
  const [sandbox, setSandbox] = useState<AgentSandbox | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => void folders.sandbox(agentId).then(setSandbox), [folders, agentId])
  if (sandbox === null) return null

  async function choose(value: string): Promise<void> {
    const level = SANDBOX_LEVELS.find((each) => each === value) ?? null
    setFailure(await folders.setSandbox(agentId, level))
    setSandbox(await folders.sandbox(agentId))
  }

  const isOwn = sandbox.chosenFor === agentId && sandbox.profile === null
  const otherwise =
    profile?.sandbox == null ? sandboxWords.inherited : sandboxWords.fromProfile({ profile: visibleText(profile.name) })
  const inherited = isOwn ? otherwise : `${otherwise}: ${texts.settingsDialog.sandboxLevels[sandbox.level]}`
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {sandboxWords.label}
      </label>
      <select
        id={id}
        className={formStyles.select}
        value={isOwn ? sandbox.level : INHERITED}
        onChange={(change) => void choose(change.target.value)}
      >
        <option value={INHERITED}>{inherited}</option>
        {SANDBOX_LEVELS.map((level) => (
          <option key={level} value={level}>
            {texts.settingsDialog.sandboxLevels[level]}
          </option>
        ))}
      </select>
      <FailureNote failure={failure} />
    </div>
  )
}
