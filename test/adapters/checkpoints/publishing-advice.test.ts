import { expect, it } from 'vitest'

import { withPublishingAdvice } from '../../../src/main/adapters/checkpoints/publishing-advice.ts'

/** What the programs and hosts say, and the beginning of what can be done. */
const SAID: readonly (readonly [said: string, advice: string])[] = [
  ['remote: error: GH006: Protected branch update failed for refs/heads/main.', 'The remote protects'],
  ['remote: error: GH013: Repository rule violations found for refs/heads/main.', 'The remote protects'],
  ['remote: GitLab: You are not allowed to push code to protected branches on this project.', 'The remote protects'],
  [
    'remote: GitLab: You are not allowed to force push code to a protected branch on this project.',
    'The remote protects',
  ],
  ['! refs/heads/main [remote rejected] (protected branch hook declined)', 'The remote protects'],
  ['! refs/heads/main [remote rejected] (pre-receive hook declined)', 'A rule of the remote'],
  ['! refs/heads/fix [rejected] (non-fast-forward)', 'The branch has other commits'],
  ['! refs/heads/fix [rejected] (fetch first)', 'The branch has other commits'],
  ['! refs/heads/fix [rejected] (stale info)', 'The branch has other commits'],
  ['remote: Permission to ann/shop.git denied to bob.', 'Your account may not push'],
  ['remote: Write access to repository not granted.', 'Your account may not push'],
  ['ERROR: Permission to ann/shop.git denied to bob.', 'Your account may not push'],
  ['remote: You are not allowed to push code to this project.', 'Your account may not push'],
  ["fatal: unable to access 'https://h/': The requested URL returned error: 403", 'Your account may not push'],
  ["fatal: Authentication failed for 'https://h/ann/shop.git/'", 'The remote does not know you'],
  ["fatal: could not read Username for 'https://h': terminal prompts disabled", 'The remote does not know you'],
  ['git@github.com: Permission denied (publickey).', 'The remote does not know you'],
  ['remote: Repository not found.', 'The repository is not there'],
  [
    "remote: The project you were looking for could not be found or you don't have permission to view it.",
    'The repository is not',
  ],
  ['a pull request for branch "fix" into branch "main" already exists:\nhttps://h/pull/7', 'There is an open request'],
  [
    '409 {message: [Another open merge request already exists for this source branch: !12]}',
    'There is an open request',
  ],
  [
    'pull request create failed: GraphQL: No commits between main and fix (createPullRequest)',
    'The base has all commits',
  ],
  [
    "GraphQL: Head sha can't be blank, Base sha can't be blank, No commits between main and fix, Head ref must be a branch",
    'The host does not know the branch',
  ],
  [
    "GraphQL: Head sha can't be blank, Head ref must be a branch (createPullRequest)",
    'The host does not know the branch',
  ],
  ['GraphQL: Base ref must be a branch (createPullRequest)', 'The host does not know the base'],
  ['GraphQL: must be a collaborator (createPullRequest)', 'Your account, or its token'],
  ['GraphQL: Resource not accessible by personal access token (createPullRequest)', 'Your account, or its token'],
  ['403 {error: insufficient_scope}', 'Your account, or its token'],
  ['To get started with GitHub CLI, please run:  gh auth login', 'Sign in with the program'],
  ['HTTP 401: Bad credentials (https://api.github.com/graphql)', 'Sign in with the program'],
]

it.each(SAID)('says what can be done about: %s', (said, advice) => {
  const [first, last = ''] = [said, withPublishingAdvice(said).split('\n').at(-1)]
  expect(withPublishingAdvice(said).startsWith(first)).toBe(true)
  expect(last.startsWith(advice)).toBe(true)
})

it.each(['HTTP 502: Bad Gateway (https://api.github.com/graphql)', 'fatal: the remote end hung up unexpectedly', ''])(
  'adds nothing to what it does not know: %s',
  (said) => expect(withPublishingAdvice(said)).toBe(said),
)
