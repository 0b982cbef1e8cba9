import { plural } from './plural.ts'

const agentCount = (agents: number): string => plural(agents, { one: '1 agent', other: `${agents} agents` })

/** What the window says after an action, of a change of an agent, and of an action that failed. */
export const actions = {
  popOutBlocked: 'The browser blocked the window. Allow this page to open windows, then try again.',
  unreachable: 'The engine could not be reached. Nothing was changed. Try again when the window is connected.',
  notConfirmed: 'The change was not confirmed. Nothing was changed.',
  archived: ({ agents }: { agents: number }) => `Archived ${agentCount(agents)}.`,
  unarchived: ({ agents }: { agents: number }) => `Moved ${agentCount(agents)} out of the archive.`,
  files: {
    attached: ({ file, kind, files }: { file: string; kind: string; files: number }) =>
      `Attached ${file}, ${kind}, ${files} of ${files}`,
    removed: ({ file }: { file: string }) => `Removed ${file}`,
    needsClick: 'Attach files with the paperclip below, paste them, or drop them here.',
    tooMany: ({ files }: { files: number }) =>
      `A prompt can have ${files} files at most. Remove some, or send two prompts.`,
    tooLong: ({ characters }: { characters: string }) =>
      `A text of more than ${characters} characters stays a file: the box would become too slow.`,
    unreadable: ({ file }: { file: string }) => `${file} could not be read.`,
    unsupported: ({ file }: { file: string }) =>
      `${file}: this type of picture is not supported. Save it as PNG or JPEG first.`,
    notConverted: ({ file }: { file: string }) => `${file} could not be converted. Save it as PNG or JPEG first.`,
  },
  compare: {
    stillAnswering:
      'Not all agents in this comparison have answered yet. Wait for them or stop them, then send the prompt.',
    adopted: ({ column }: { column: string }) => `Adopted ${column}.`,
    adoptedAndArchived: ({ column, agents }: { column: string; agents: number }) =>
      `Adopted ${column}. ${agentCount(agents)} archived.`,
  },
  race: {
    nothing: 'There was nothing to apply.',
    applied: ({ files, folder }: { files: number; folder: string }) =>
      `Applied ${plural(files, { one: '1 file', other: `${files} files` })} to ${folder}.`,
    kept: ({ worktrees, reason }: { worktrees: number; reason: string }) =>
      `${plural(worktrees, { one: '1 worktree is', other: `${worktrees} worktrees are` })} kept: ${reason}`,
    undone: 'The changes were undone.',
  },
  catalogue: ({ models }: { models: number }) => `The catalogue has ${models} models.`,
  transfer: {
    broken: 'The connection to the engine was lost before the file was complete. Nothing was saved. Try again.',
    brokenImport:
      'The connection to the engine was lost during the import. See in the tree whether the new agents are there before you import the file again.',
    brokenReading: 'The connection to the engine was lost while the files were read. Nothing was imported. Try again.',
    unreadable: 'The file could not be read. Nothing was imported. See whether it is still there, and choose it again.',
  },
  versions: {
    noPrompt:
      'This answer cannot be tried again: it answers mail, or its prompt has not been loaded. Scroll up to the prompt and edit it.',
    shown: ({ index, versions, model }: { index: number; versions: number; model: string }) =>
      `Version ${index} of ${versions}, ${model}`,
  },
  agent: {
    answered: ({ agent }: { agent: string }) => `${agent} answered`,
    stopped: ({ agent }: { agent: string }) => `${agent} was stopped`,
    failed: ({ agent, message }: { agent: string; message: string }) => `${agent} failed: ${message}`,
    needsApproval: ({ agent }: { agent: string }) => `${agent} needs approval`,
    retries: ({ agent }: { agent: string }) => `${agent} will try again`,
    passedBudget: ({ agent, share }: { agent: string; share: string }) =>
      `“${agent}” has passed its budget: ${share} of it is used.`,
    nearBudget: ({ agent, share }: { agent: string; share: string }) => `“${agent}” has used ${share} of its budget.`,
  },
}
