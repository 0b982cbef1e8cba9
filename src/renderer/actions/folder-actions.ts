import type { FolderFile } from '../../shared/contract/folder.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { AgentSandbox, SandboxLevel } from '../../shared/sandbox.ts'
import type { Result } from '../../shared/result.ts'
import type { ListedSkill } from '../../shared/skill.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { withFolder, type FolderStore } from '../store/folder-store.ts'
import { callEngine } from './call-engine.ts'

/** User operations on the working folder of an agent's tools. */
export interface FolderActions {
  load(agentId: AgentId): Promise<void>
  /** Sets the folder; null: the parent's folder again, or the workspace. Returns why nothing was changed, or null. */
  set(agentId: AgentId, folder: string | null): Promise<string | null>
  /** Makes a worktree of the agent's folder, where it works from now on. Returns why nothing was changed, or null. */
  makeWorktree(agentId: AgentId): Promise<string | null>
  /** Makes this home the agent's; null: in the workspace. Returns why nothing was changed, or null. */
  takeOver(agentId: AgentId, folder: string | null): Promise<string | null>
  /** Returns how far the agent's commands are confined; null if that cannot be read. */
  sandbox(agentId: AgentId): Promise<AgentSandbox | null>
  /** Null: as for its parent, or as in the settings. Returns why nothing was changed, or null. */
  setSandbox(agentId: AgentId, level: SandboxLevel | null): Promise<string | null>
  /** Returns the files and folders that match best; none if they cannot be read. */
  files(agentId: AgentId, query: string): Promise<readonly FolderFile[]>
  /** Loads the prompt templates of the agent's folder. Returns whether they differ from those that were known. */
  loadTemplates(agentId: AgentId): Promise<boolean>
  /** Returns the prompt for a typed text that calls a template; null: it calls none. */
  expandTemplate(agentId: AgentId, text: string): Promise<Result<string | null>>
  /** Opens a file in the user's editor. Returns why it was not opened, or null. */
  openInEditor(agentId: AgentId, path: string): Promise<string | null>
  /** Returns the skills of the agent's folder; null: those of the workspace. None if they cannot be read. */
  skills(agentId: AgentId | null): Promise<readonly ListedSkill[]>
  /** Returns the text of a listed skill, or why it cannot be shown. */
  skillText(agentId: AgentId | null, path: string): Promise<string>
  /** Returns why nothing was changed, or null. */
  switchSkill(path: string, isOn: boolean): Promise<string | null>
}

export function createFolderActions(client: EngineClient, folders: FolderStore): FolderActions {
  async function load(agentId: AgentId): Promise<void> {
    const outcome = await callEngine(client.agents.folder({ agentId }))
    if (outcome.ok) folders.setState((state) => withFolder(state, agentId, outcome.value))
  }

  async function folderOf(agentId: AgentId | null): Promise<string | null> {
    const found = agentId === null ? null : await callEngine(client.agents.folder({ agentId }))
    return found?.ok === true ? found.value.folder : null
  }

  return {
    load,
    async set(agentId, folder) {
      const outcome = await callEngine(client.agents.setFolder({ agentId, folder }))
      if (!outcome.ok) return outcome.error.message
      // Descendants may have inherited the folder.
      await Promise.all([...new Set([...folders.getState().folders.keys(), agentId])].map(load))
      return null
    },
    async makeWorktree(agentId) {
      const outcome = await callEngine(client.changes.makeWorktree({ agentId }))
      if (!outcome.ok) return outcome.error.message
      await Promise.all([...new Set([...folders.getState().folders.keys(), agentId])].map(load))
      return null
    },
    async takeOver(agentId, folder) {
      const outcome = await callEngine(client.agents.takeOver({ agentId, folder }))
      if (!outcome.ok) return outcome.error.message
      await load(agentId)
      return null
    },
    async sandbox(agentId) {
      const found = await callEngine(client.agents.sandbox({ agentId }))
      return found.ok ? found.value : null
    },
    async setSandbox(agentId, level) {
      const outcome = await callEngine(client.agents.setSandbox({ agentId, level }))
      return outcome.ok ? null : outcome.error.message
    },
    async files(agentId, query) {
      const found = await callEngine(client.folder.files({ agentId, query }))
      return found.ok ? found.value : []
    },
    async loadTemplates(agentId) {
      const found = await callEngine(client.templates.list({ folder: await folderOf(agentId) }))
      if (!found.ok) return false
      const { templates } = folders.getState()
      const usable = found.value.filter(({ problem }) => problem === null)
      if (JSON.stringify(templates.get(agentId)) === JSON.stringify(usable)) return false
      folders.setState({ templates: new Map(templates).set(agentId, usable) })
      return true
    },
    async expandTemplate(agentId, text) {
      return callEngine(client.templates.expand({ folder: await folderOf(agentId), text }))
    },
    async openInEditor(agentId, path) {
      const outcome = await callEngine(client.folder.open({ agentId, path }))
      return outcome.ok ? null : outcome.error.message
    },
    async skills(agentId) {
      const found = await callEngine(client.skills.list({ folder: await folderOf(agentId) }))
      return found.ok ? found.value : []
    },
    async skillText(agentId, path) {
      const found = await callEngine(client.skills.show({ folder: await folderOf(agentId), path }))
      return found.ok ? found.value : found.error.message
    },
    async switchSkill(path, isOn) {
      const outcome = await callEngine(client.skills.set({ path, isOn }))
      return outcome.ok ? null : outcome.error.message
    },
  }
}
