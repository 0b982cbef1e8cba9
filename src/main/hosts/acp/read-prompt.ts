import { realpath } from 'node:fs/promises'
import { basename, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { ContentBlock } from '@agentclientprotocol/sdk/unstable'

import type { AttachmentBlock } from '../../../shared/attachment.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { cleanPicture } from '../../../shared/picture-metadata.ts'
import { parseTemplateCall } from '../../../shared/prompt-template.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import { parseCommandLine } from '../../../shared/slash-commands.ts'
import type { Engine } from '../../core/engine.ts'

export interface ReadPrompt {
  readonly text: string
  /** Whether none of its lines is a command. */
  readonly asText: boolean
  readonly attachments: readonly AttachmentBlock[]
}

interface Site {
  readonly engine: Engine
  readonly agentId: AgentId
  /** The agent's, absolute. */
  readonly folder: string
}

/**
 * Reads a prompt of an editor. One typed line is a command if it is one, or a prompt template; everything else is text.
 * Linked files of the folder and contents that the editor sends are attached; what cannot be attached is named.
 */
export async function readPrompt(blocks: readonly ContentBlock[], site: Site): Promise<Result<ReadPrompt>> {
  const [only, ...others] = blocks
  if (only?.type === 'text' && others.length === 0) return typedPrompt(only.text, site)
  const texts: string[] = []
  const attachments: AttachmentBlock[] = []
  for (const block of blocks) {
    const part = await readBlock(block, site)
    if (!part.ok) return part
    texts.push(part.value.text)
    attachments.push(...part.value.files)
  }
  return ok({ text: texts.join('').trim(), asText: true, attachments })
}

async function typedPrompt(typed: string, { engine, folder }: Site): Promise<Result<ReadPrompt>> {
  const text = typed.trim()
  if (!text.includes('\n') && parseCommandLine(text) !== null) return ok({ text, asText: false, attachments: [] })
  if (parseTemplateCall(text) !== null) {
    const expanded = await engine.templates.expand({ folder, text })
    if (!expanded.ok) return expanded
    if (expanded.value !== null) return ok({ text: expanded.value, asText: true, attachments: [] })
  }
  return ok({ text, asText: true, attachments: [] })
}

interface Part {
  readonly text: string
  readonly files: readonly AttachmentBlock[]
}

async function readBlock(block: ContentBlock, site: Site): Promise<Result<Part>> {
  switch (block.type) {
    case 'text':
      return textPart(block.text)
    case 'resource_link':
      return linkedFile(block.uri, block.name, site)
    case 'image':
      return stored(block.uri ?? `picture.${block.mimeType.split('/')[1] ?? 'png'}`, bytesOf(block.data), site)
    case 'resource': {
      const { resource } = block
      return stored(resource.uri, 'text' in resource ? Buffer.from(resource.text) : bytesOf(resource.blob), site)
    }
    default:
      return refuse('Audio cannot be sent to ikigai. Save it as a file in the folder and name it in the prompt.')
  }
}

function textPart(text: string): Result<Part> {
  return ok({ text, files: [] })
}

/** A file of the folder is attached as it is now, if reading it needs no approval; other addresses are named only. */
async function linkedFile(uri: string, name: string, { engine, agentId, folder }: Site): Promise<Result<Part>> {
  const path = await filePath(uri)
  if (path === null) return textPart(`[${name}](${uri})`)
  const inside = relative(folder, path)
  if (inside.startsWith('..') || resolve(folder, inside) !== path) return textPart(path)
  const attached = await engine.folder.attach({ agentId, path: inside })
  return ok({ text: inside, files: attached.ok ? [attached.value] : [] })
}

async function stored(uri: string, bytes: Uint8Array, { engine, folder }: Site): Promise<Result<Part>> {
  const path = await filePath(uri)
  const file = await engine.local.storeFile(basename(path ?? uri), [cleanPicture(bytes)])
  if (!file.ok) return file
  return ok({ text: path === null ? '' : relative(folder, path), files: [file.value] })
}

function bytesOf(data: string): Uint8Array {
  return Buffer.from(data, 'base64')
}

/** The absolute path of a `file:` address, symlinks resolved if there is such a file; null: it is another address. */
async function filePath(uri: string): Promise<string | null> {
  const path = addressPath(uri)
  return path === null ? null : realpath(path).catch(() => path)
}

function addressPath(uri: string): string | null {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : null
  } catch {
    return null
  }
}
