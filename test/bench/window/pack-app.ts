import { arch } from 'node:os'

import { packWithFakeElectron } from '../../../scripts/validate-package.ts'

/** Packages the app without Electron into the folder of the first argument, and tells its `resources` folder. */
const [, , folder = ''] = process.argv
const target = { platform: 'linux', arch: arch() === 'arm64' ? 'arm64' : 'x64' } as const
process.send?.(await packWithFakeElectron(target, folder))
