import { resolve } from 'node:path'

import type { Command } from 'commander'

import { jsonText } from '../../shared/json-text.ts'
import { meantHint } from '../../shared/nearest-name.ts'
import { type ListedSkill, serversText, type SkillState } from '../../shared/skill.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext } from './command-context.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'

interface SkillFlags {
  readonly json?: boolean
  readonly show?: string
  readonly on?: string
  readonly off?: string
}

/** Adds `ikigai skills`. */
export function registerSkills(program: Command, { output, finish, withEngine }: CommandContext): void {
  program
    .command('skills')
    .description('show the skills and plugins of agents in a folder, and why some are not used')
    .argument('[folder]', 'where the agents work; missing: the current folder')
    .option('--show <skill>', 'show the text of a skill or plugin, by name or path')
    .option('--on <skill>', 'switch a skill or plugin on')
    .option('--off <skill>', 'switch a skill or plugin off')
    .option('--json', 'everything as one line of JSON')
    .action(async (folder: string | undefined, flags: SkillFlags) => {
      if ([flags.show, flags.on, flags.off].filter((flag) => flag !== undefined).length > 1) {
        output.error('--show, --on and --off cannot be combined. Use one of them.\n')
        return finish(EXIT.usage)
      }
      await withEngine((engine) => skillsCommand(engine, resolve(folder ?? '.'), flags, output))
    })
}

async function skillsCommand(engine: Engine, folder: string, flags: SkillFlags, output: Output): Promise<ExitCode> {
  const listed = await engine.skills.list({ folder })
  if (!listed.ok) return failed(listed, output, EXIT.usage)
  const asked = flags.show ?? flags.on ?? flags.off
  if (asked === undefined) return printList(listed.value, flags.json === true, output)
  const skill = findSkill(listed.value, asked, flags.on === undefined ? 'on' : 'off')
  if (skill === undefined) {
    const hint = meantHint(
      asked,
      listed.value.map(({ name }) => name),
    )
    output.error(`No skill: ${asked}.${hint} \`ikigai skills\` lists them.\n`)
    return EXIT.usage
  }
  if (flags.show === undefined) return switchSkill(engine, skill, flags.on !== undefined, output)
  const shown = await engine.skills.show({ folder, path: skill.path })
  if (shown.ok) output.out(`${shown.value}\n`)
  else output.error(`${shown.error.message}\n`)
  return shown.ok ? EXIT.done : EXIT.usage
}

function printList(skills: readonly ListedSkill[], json: boolean, output: Output): ExitCode {
  if (json) output.out(`${jsonText(skills)}\n`)
  else for (const skill of skills) output.out(`${skillLine(skill)}\n`)
  return EXIT.done
}

function skillLine(skill: ListedSkill): string {
  const { name, state, description, path, reason, notes, isPlugin } = skill
  const kind = isPlugin === true ? 'plugin ' : ''
  const remarks = [reason, serversText(skill.serverNames) ?? '', ...notes].filter((remark) => remark !== '').join('; ')
  return `${state}  ${kind}${name}  ${remarks === '' ? onOneLine(description) : remarks}  ${path}`
}

function onOneLine(text: string): string {
  return text.replaceAll(/\s+/gu, ' ')
}

/** By path, else by name: of several with the name the one in that state, else the first. */
function findSkill(skills: readonly ListedSkill[], asked: string, state: SkillState): ListedSkill | undefined {
  const named = skills.filter(({ name, path }) => path === asked || name === asked)
  return named.find((skill) => skill.path === asked) ?? named.find((skill) => skill.state === state) ?? named[0]
}

async function switchSkill(engine: Engine, skill: ListedSkill, isOn: boolean, output: Output): Promise<ExitCode> {
  const switched = await engine.skills.set({ path: skill.path, isOn })
  if (!switched.ok) return failed(switched, output, EXIT.turnFailed)
  output.out(`${isOn ? 'On' : 'Off'}: ${skill.name}, ${skill.path}\n`)
  return EXIT.done
}
