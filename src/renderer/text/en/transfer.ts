import { plural } from './plural.ts'

const grouped = new Intl.NumberFormat('en')

const agentCount = (agents: number): string =>
  plural(agents, { one: '1 agent', other: `${grouped.format(agents)} agents` })
const eventCount = (events: number): string =>
  plural(events, { one: '1 event', other: `${grouped.format(events)} events` })
const recordCount = (records: number): string =>
  plural(records, { one: '1 record', other: `${grouped.format(records)} records` })

/** Export and import. */
export const transfer = {
  export: {
    title: 'Export',
    titleOf: ({ agent }: { agent: string }) => `Export “${agent}”`,
    what: 'What to save',
    conversation: 'Conversation (Markdown)',
    conversationNote: 'For reading: everything from the root to this agent.',
    folder: 'Conversation with its files (Markdown, zip)',
    folderNote: 'For Obsidian and other notebooks: the document with front matter, and the attached files beside it.',
    family: 'This agent (JSON Lines)',
    familyNote: 'For import: its events, those it inherited, and its descendants.',
    page: 'Page (HTML)',
    pageNote: 'For reading in any browser: one file, light and dark, with pictures, without scripts.',
    comparison: 'Page with the answers beside it (HTML)',
    comparisonNote: 'The agents that were forked at the same place, side by side.',
    claudeCode: 'Session of Claude Code',
    claudeCodeNote: 'What the model would be sent, to go on with claude --resume.',
    codex: 'Session of Codex',
    codexNote: 'What the model would be sent, to go on with codex resume.',
    chatGpt: 'ChatGPT (JSON)',
    chatGptNote: 'For LibreChat, Open WebUI and others that read exports of ChatGPT.',
    everything: 'Everything',
    everythingNote: 'JSON Lines: all agents and all events, without keys and settings.',
    progress: ({ size }: { size: string }) => `${size} so far…`,
    start: 'Export',
    done: ({ file, size }: { file: string; size: string }) => `Exported ${file} (${size})`,
  },
  import: {
    title: 'Import',
    about:
      'Agents of an exported log become new agents here, with their whole history. The file is imported completely or not at all.',
    ownFile: ({ file, size }: { file: string; size: string }) => `${file} (${size}), written by ikigai`,
    progress: 'Progress of the import',
    reading: ({ size, of }: { size: string; of: string }) => `Reading ${size} of ${of}…`,
    saving: ({ events, of }: { events: number; of: number }) =>
      `Saving ${grouped.format(events)} of ${eventCount(of)}…`,
    start: 'Import',
    done: ({ agents, events }: { agents: number; events: number }) =>
      `Imported ${agentCount(agents)} and ${eventCount(events)}`,
    otherTools: 'Other tools',
    imported: 'Imported conversations',
    withheldTitle: 'Imported without rights',
    unreadTitle: 'Imported without some values',
    unreadAbout: 'This version does not know these keys, so their values were not kept.',
    unreadKey: ({ type, key, count }: { type: string; key: string; count: number }) =>
      `${key} (${type}): ${plural(count, { one: '1 line', other: `${grouped.format(count)} lines` })}`,
    close: 'Close',
    showAgent: 'Show agent',
  },
  source: {
    zone: 'Files to import',
    drop: 'Drop files, an archive or a folder here',
    tools:
      'Exports of ikigai, and sessions and exports of ChatGPT, Claude, Claude Code, Codex, Cursor, Gemini CLI, opencode, pi, Open WebUI, LibreChat, big-AGI, LobeChat, Cherry Studio, DeepSeek, Chatbox, TypingMind and Jan. What a file is follows from its content.',
    chooseFiles: 'Choose files…',
    chooseFolder: 'Choose folder…',
    files: 'Files',
    folder: 'Folder',
    others: 'Choose other files',
    reading: ({ found }: { found: number }) =>
      found === 0 ? 'Looking for conversations…' : `Looking for conversations, ${grouped.format(found)} so far…`,
    found: 'Conversations in the files',
    messages: ({ messages }: { messages: number }) =>
      plural(messages, { one: '1 message', other: `${grouped.format(messages)} messages` }),
    without: ({ files }: { files: number }) =>
      plural(files, {
        one: '1 file or part without a conversation',
        other: `${grouped.format(files)} files or parts without a conversation`,
      }),
    unread: 'Files and parts without a conversation',
    unreadFile: ({ source, reason }: { source: string; reason: string }) => `${source}: ${reason}`,
    nothing: 'No conversation was found. Nothing was imported.',
    importing: ({ done, of }: { done: number; of: number | null }) =>
      of === null ? `${grouped.format(done)} imported…` : `${grouped.format(done)} of ${grouped.format(of)} imported…`,
    cancelled: ({ sessions }: { sessions: number }) =>
      sessions === 0
        ? 'The import was cancelled. Nothing was imported.'
        : `The import was cancelled. ${plural(sessions, { one: '1 conversation stays', other: `${grouped.format(sessions)} conversations stay` })} imported.`,
  },
  withheld: {
    label: 'Left out',
    about: 'A file brings content, never rights. This was left out; decide for each whether the agent gets it.',
    profile: ({ value }: { value: string }) =>
      `Profile${value === '' ? '' : ` ${value}`}: it cannot be relied on, so the strictest one applies. For another one, fork the agent with a profile.`,
    allowed: ({ value }: { value: string }) =>
      `Rules of the profile that allow: ${value}. Allow what you need when you are asked.`,
    sandbox: ({ value }: { value: string }) =>
      `Sandbox level of the profile: ${value}. That of this computer is stricter and applies. You can choose another one for the agent.`,
    wake_on_mail: 'Mail starts a turn: off. The menu of the agent switches it on.',
    provider_tools: ({ value }: { value: string }) =>
      `Tools of the provider: ${value}. They are off. You can switch them on in the options of the agent.`,
    checkpoints: ({ value }: { value: string }) => `Changes in ${value}: they are shown and cannot be undone here.`,
    setting: ({ value }: { value: string }) => `Setting: ${value}`,
    queued_prompt: ({ value }: { value: string }) =>
      `Queued prompt: ${value}. It would be sent by itself. Send it again if you want it.`,
  },
  sessions: {
    looking: 'Looking for sessions of other tools…',
    none: 'No session of another tool was found on this computer.',
    legend: 'Sessions of other tools on this computer',
    start: 'Import sessions',
    imported: 'imported',
    filter: 'Filter',
    chosen: ({ chosen, of }: { chosen: number; of: number }) =>
      `${grouped.format(chosen)} of ${grouped.format(of)} chosen`,
    chooseAll: 'Choose all',
    chooseNone: 'Choose none',
    more: ({ sessions }: { sessions: number }) =>
      plural(sessions, {
        one: '1 more: type in the filter to see it.',
        other: `${grouped.format(sessions)} more: type in the filter to see them.`,
      }),
  },
  report: {
    label: 'Report',
    unread: ({ source, reason }: { source: string; reason: string }) => `${source}: not imported. ${reason}`,
    session: ({ tool, session }: { tool: string; session: string }) => `${tool}: ${session}`,
    notImported: ({ reason }: { reason: string }) => `Not imported. ${reason}`,
    nothingNew: ({ records }: { records: number }) => `Nothing new in ${recordCount(records)}.`,
    versions: ({ versions }: { versions: number }) =>
      versions === 1 ? '1 conversation' : `1 conversation in ${grouped.format(versions)} versions`,
    newVersions: ({ versions }: { versions: number }) =>
      plural(versions, { one: '1 new version', other: `${grouped.format(versions)} new versions` }),
    events: ({ events }: { events: number }) => eventCount(events),
    files: ({ files }: { files: number }) => plural(files, { one: '1 file', other: `${grouped.format(files)} files` }),
    made: ({ made, records, asEvents }: { made: string; records: number; asEvents: number }) =>
      `${made}. Of ${recordCount(records)}: ${grouped.format(asEvents)} as events.`,
    madeMore: (facts: { made: string; records: number; known: number; asEvents: number }) =>
      `${facts.made}. Of ${recordCount(facts.records)}: ${grouped.format(facts.known)} imported before, ${grouped.format(facts.asEvents)} as events.`,
    kept: ({ records }: { records: number }) => `${recordCount(records)} kept aside`,
    group: ({ reason, records, places }: { reason: string; records: number; places: string }) =>
      `${reason}: ${grouped.format(records)} (${places})`,
    onlyRaw: ({ records }: { records: string }) => `Only in the raw record: ${records}`,
  },
}
