import type { Command } from 'commander'

import type { ApiToken, TokenScope } from '../../shared/api-token.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode } from './exit-code.ts'
import { type Column, textTable } from './text-table.ts'

export interface TokenList {
  add(name: string, scope: TokenScope): Promise<string>
  list(): Promise<readonly ApiToken[]>
  revoke(id: string): Promise<void>
}

/** Prints a new token on stdout, the only time that it is shown. */
export async function addToken(tokens: TokenList, name: string, scope: TokenScope, output: Output): Promise<ExitCode> {
  if (name.trim() === '' || name.length > MAX_NAME) {
    output.error(`Not a name: it must have 1 to ${MAX_NAME} characters. Say which program the token is for.\n`)
    return EXIT.usage
  }
  output.out(`${await tokens.add(name, scope)}\n`)
  output.error(`This is shown once. ${MEANING[scope]} To revoke it: ikigai tokens revoke ID\n`)
  return EXIT.done
}

const MAX_NAME = 100

const MEANING: Readonly<Record<TokenScope, string>> = {
  read: 'The token permits reading only.',
  standard: 'The token permits everything that a browser does without a code.',
  full: 'The token permits everything: it can start programs and decide where keys are sent.',
}

export async function listTokens(tokens: TokenList, json: boolean, output: Output): Promise<ExitCode> {
  const all = await tokens.list()
  if (json) for (const token of all) output.out(`${JSON.stringify(token)}\n`)
  else if (all.length === 0) output.error('No tokens. Make one: ikigai tokens add NAME\n')
  else for (const line of textTable(COLUMNS, all.map(row))) output.out(`${line}\n`)
  return EXIT.done
}

const COLUMNS: readonly Column[] = ['id', 'scope', 'made', 'last used', 'name'].map((heading) => ({
  heading,
  align: 'left',
}))

function row({ id, name, scope, createdAt, lastUsedAt }: ApiToken): readonly string[] {
  return [id, scope, time(createdAt), lastUsedAt === null ? 'never' : time(lastUsedAt), name]
}

function time(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ')
}

/** Revokes the token with a unique prefix of its id, or all. */
export async function revokeToken(tokens: TokenList, prefix: string, output: Output): Promise<ExitCode> {
  const all = await tokens.list()
  const chosen = prefix === 'all' ? all : all.filter(({ id }) => prefix !== '' && id.startsWith(prefix))
  if (prefix !== 'all' && chosen.length !== 1) {
    const many = chosen.length > 1 ? `'${prefix}' is not unique: ${chosen.map(({ id }) => id).join(', ')}` : null
    output.error(`${many ?? `No token: ${prefix}. \`ikigai tokens\` lists them.`}\n`)
    return EXIT.usage
  }
  for (const { id } of chosen) await tokens.revoke(id)
  output.error(`Revoked ${chosen.length} ${chosen.length === 1 ? 'token' : 'tokens'}.\n`)
  return EXIT.done
}

/** Adds `ikigai tokens`. */
export function registerTokens(
  program: Command,
  { output, finish }: CommandContext,
  openTokens: () => TokenList,
): void {
  const tokens = program
    .command('tokens')
    .description('show, make or revoke the tokens with which programs use the HTTP API')
  tokens
    .command('list', { isDefault: true })
    .description('show the tokens, last used first')
    .option('--json', 'one token per line')
    .action(async ({ json = false }: JsonFlag) => finish(await listTokens(openTokens(), json, output)))
  tokens
    .command('add <name>')
    .description('make a token and print it once; NAME says what it is for')
    .option('--read-only', 'the token only reads')
    .option('--full', 'the token also does what a browser must confirm with a code: start programs, say where keys go')
    .action(async (name: string, { readOnly, full }: { readonly readOnly?: boolean; readonly full?: boolean }) => {
      if (readOnly === true && full === true) {
        output.error('--read-only and --full exclude each other.\n')
        return finish(EXIT.usage)
      }
      const scope = full === true ? 'full' : readOnly === true ? 'read' : 'standard'
      finish(await addToken(openTokens(), name, scope, output))
    })
  tokens
    .command('revoke <id>')
    .description('revoke the token with this id or unique prefix of one, or all; its requests end within seconds')
    .action(async (id: string) => finish(await revokeToken(openTokens(), id, output)))
}
