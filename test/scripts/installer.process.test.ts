import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { LOG_FILE_CLASS } from '../../electron-builder.config.ts'
import { ROOT } from '../../scripts/project.ts'

const run = promisify(execFile)

/** The parts of electron-builder's script that `resources/installer.nsh` uses. */
const installerScript = (include: string, output: string): string => `Unicode true
SetCompress off
Name "ikigai"
OutFile "${output}"
InstallDir "$LOCALAPPDATA\\Programs\\ikigai"
RequestExecutionLevel user
!include "LogicLib.nsh"
!macro _isUpdated _a _b _t _f
  StrCmp "$R9" "true" \`\${_t}\` \`\${_f}\`
!macroend
!define isUpdated \`"" isUpdated ""\`
!include "${include}"
Section "install"
  WriteUninstaller "$INSTDIR\\uninstall.exe"
  !ifmacrodef customInstall
    !insertmacro customInstall
  !else
    !error "There is no customInstall"
  !endif
SectionEnd
Section "Uninstall"
  !ifmacrodef customUnInstall
    !insertmacro customUnInstall
  !else
    !error "There is no customUnInstall"
  !endif
SectionEnd
`

const hasCompiler = spawnSync('makensis', ['-VERSION']).status === 0

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ikigai-nsis-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Compiles the installer with this part of ours; resolves to its texts. */
async function compile(part: string): Promise<string> {
  const include = join(folder, 'installer.nsh')
  const output = join(folder, 'installer.exe')
  await writeFile(include, part)
  await writeFile(join(folder, 'installer.nsi'), installerScript(include, output))
  await run('makensis', ['-V2', '-WX', '-INPUTCHARSET', 'UTF8', join(folder, 'installer.nsi')])
  return (await readFile(output)).toString('utf16le') + (await readFile(output)).subarray(1).toString('utf16le')
}

describe.skipIf(!hasCompiler)('The installer for Windows (skipped without makensis: apt install nsis)', () => {
  it('compiles without a warning, and asks', async () => {
    const own = await readFile(join(ROOT, 'resources', 'installer.nsh'), 'utf8')
    const texts = await compile(own)

    expect(texts).toContain('Add the command ikigai to your PATH?')
    // NSIS replaces its own variables only: those of PowerShell reach it.
    expect(texts).toMatch(
      /powershell -NoProfile -Command "\$path = \[Environment\]::GetEnvironmentVariable\('Path', 'User'\); if \(/,
    )
    expect(texts).toMatch(/Where-Object \{ \$_ -ne '[^']*\\resources\\app\.asar\.unpacked\\command-line' \}/)
    expect(texts).toContain('Your agents and settings were kept.')
    expect(own.match(/SHELL_CONTEXT "\$\{OPEN_WITH\}" "(.*?)"/)?.[1]).toBe(LOG_FILE_CLASS)
    expect(texts).toContain(String.raw`Software\Classes\.jsonl\OpenWithProgids`)
  })

  it.each([
    ['a syntax error', (part: string) => part.replace('${endIf}', '')],
    ['an unknown instruction', (part: string) => part.replace('nsExec::Exec', 'Exec2')],
    ['a label that is not there', (part: string) => part.replace('IDNO notAdded', 'IDNO nowhere')],
    ['a macro that is not called so', (part: string) => part.replace('customUnInstall', 'customUninstal')],
  ])('%s is found', async (_name, break_) => {
    const own = await readFile(join(ROOT, 'resources', 'installer.nsh'), 'utf8')

    await expect(compile(break_(own))).rejects.toThrow(/makensis/)
  })
})
