import { attachmentWords, type AttachmentBlock } from '../../../../shared/attachment.ts'
import { toBase64 } from '../../../../shared/base64.ts'
import { filesOf } from '../../../../shared/event-files.ts'
import { type AgentId, shortAgentId } from '../../../../shared/ids.ts'
import type { ConversationFormat } from '../../../../shared/log-file.ts'
import { ok, refuse, type Result } from '../../../../shared/result.ts'
import type { AgentTree } from '../../agents/agent-tree.ts'
import type { AgentContexts } from '../../context/agent-contexts.ts'
import type { ContentStore } from '../../ports/content-ports.ts'
import { chatGptText } from './chatgpt-export.ts'
import { claudeCodeLines } from './claude-code-export.ts'
import { codexLines } from './codex-export.ts'
import { type MarkdownHtml, pageLines } from './html-export.ts'
import { type Conversation, type ConversationFile, conversationMessages } from './conversation.ts'

/** What reads a conversation, by the names of the services. */
export interface ConversationServices {
  readonly tree: AgentTree
  readonly contexts: AgentContexts
  readonly content: ContentStore
  readonly markdownHtml: MarkdownHtml
  readonly folderOf: (agentId: AgentId) => Promise<Result<string>>
}

const WRITERS: Readonly<Record<ConversationFormat, (conversation: Conversation) => Generator<string>>> = {
  'claude-code': claudeCodeLines,
  codex: codexLines,
  chatgpt: chatGptText,
}

/** Columns of one page. */
const MAX_COLUMNS = 12

/** Largest picture that is part of an export, bytes. */
const MAX_PICTURE = 20_000_000

/** Writes an agent's context in the forms of other tools. */
export class ConversationExporter {
  readonly #services: ConversationServices

  constructor(services: ConversationServices) {
    this.#services = services
  }

  /** Yields the lines of a file, without line ends; ends after the first error. */
  async *lines(agentId: AgentId, format: ConversationFormat): AsyncGenerator<Result<string>> {
    const conversation = await this.#read(agentId)
    if (!conversation.ok) {
      yield conversation
      return
    }
    for (const line of WRITERS[format](conversation.value)) yield ok(line)
  }

  /** Yields a page of one agent, or with those beside it, which were forked from the same agent at the same event. */
  async *page(
    agentId: AgentId,
    { beside = false }: { readonly beside?: boolean | undefined },
  ): AsyncGenerator<Result<string>> {
    const conversations: Conversation[] = []
    for (const id of beside ? this.#beside(agentId) : [agentId]) {
      const conversation = await this.#read(id)
      if (!conversation.ok) {
        yield conversation
        return
      }
      conversations.push(conversation.value)
    }
    for (const line of pageLines(conversations, this.#services.markdownHtml)) yield ok(line)
  }

  #beside(agentId: AgentId): readonly AgentId[] {
    const { tree } = this.#services
    const agent = tree.get(agentId)
    const { parentId = null, forkEventId = null } = agent ?? {}
    if (parentId === null) return [agentId]
    const siblings = tree.all().filter((one) => one.parentId === parentId && one.forkEventId === forkEventId)
    return siblings.slice(0, MAX_COLUMNS).map(({ id }) => id)
  }

  async #read(agentId: AgentId): Promise<Result<Conversation>> {
    const { tree, contexts, folderOf } = this.#services
    const agent = tree.get(agentId)
    if (agent === undefined) return refuse(`No agent: ${agentId}`)
    const context = await contexts.contextOf(agentId)
    if (!context.ok) return context
    const { system, items } = context.value
    const files = new Map<string, ConversationFile>()
    for (const file of items.flatMap(filesOf)) {
      const read = files.has(file.sha256) ? null : await this.#readFile(file)
      if (read?.ok === false) return read
      if (read !== null) files.set(file.sha256, read.value)
    }
    const folder = await folderOf(agentId)
    const messages = conversationMessages(agentId, { system, items }, (event) =>
      filesOf(event).flatMap((file) => files.get(file.sha256) ?? []),
    )
    const name = agent.name === '' ? shortAgentId(agentId) : agent.name
    return ok({ id: agentId, name, folder: folder.ok ? folder.value : '', messages })
  }

  async #readFile(file: AttachmentBlock): Promise<Result<ConversationFile>> {
    const { content } = this.#services
    const about = { name: attachmentWords(file), mediaType: file.media_type }
    if (file.kind === 'image' && file.bytes <= MAX_PICTURE) {
      const bytes = await content.read(file.sha256, 0, file.bytes)
      if (!bytes.ok) return bytes
      return ok({ ...about, base64: bytes.value.length === file.bytes ? toBase64(bytes.value) : null, text: null })
    }
    const texts = await content.texts([file.sha256])
    return texts.ok ? ok({ ...about, base64: null, text: texts.value.get(file.sha256) ?? null }) : texts
  }
}
