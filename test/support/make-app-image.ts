import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Arch, build, Platform } from 'electron-builder'

import { packageConfig } from '../../electron-builder.config.ts'

/** What stands for the runtime that is the beginning of an AppImage. */
export const RUNTIME = 'The runtime of AppImages would be here.'

/** In place of `mksquashfs`, which electron-builder downloads: keeps the folder that would be compressed. */
const KEEP = `#!/bin/sh
set -e
cp -a "$1" "$IKIGAI_TEST_APP_DIR"
printf '%*s' "$4" '' > "$2"
printf 'files' >> "$2"
`

/**
 * Lets electron-builder make an AppImage of a packed app, with stand-ins for the tools that it downloads. Returns the
 * folder that the AppImage would mount, and the file.
 */
export async function makeAppImage(packed: string, arch: 'x64' | 'arm64', folder: string) {
  const tools = join(folder, 'tools')
  const [appDir, output] = [join(folder, 'app-dir'), join(folder, 'image')]
  await mkdir(join(tools, `linux-${process.arch}`), { recursive: true })
  await mkdir(join(tools, 'lib', 'x64'), { recursive: true })
  await writeFile(join(tools, `runtime-${arch}`), RUNTIME)
  await writeFile(join(tools, `linux-${process.arch}`, 'mksquashfs'), KEEP, { mode: 0o755 })
  await writeFile(join(tools, `linux-${process.arch}`, 'desktop-file-validate'), '#!/bin/sh\n', { mode: 0o755 })
  process.env['APPIMAGE_TOOLS_PATH'] = tools
  process.env['IKIGAI_TEST_APP_DIR'] = appDir
  try {
    const config = packageConfig({ platform: 'linux', arch }, { updateUrl: null })
    const [file = ''] = await build({
      prepackaged: packed,
      targets: Platform.LINUX.createTarget('AppImage', Arch[arch]),
      publish: 'never',
      config: { ...config, directories: { ...config.directories, output } },
    })
    return { appDir, file }
  } finally {
    delete process.env['APPIMAGE_TOOLS_PATH']
    delete process.env['IKIGAI_TEST_APP_DIR']
  }
}
