/**
 * What can be done about a refusal, by what git, GitHub and GitLab say on stderr and stdout. The first row that fits counts.
 * Sources: the messages of git-push(1), `gh` and `glab`, and those of both hosts about protected branches and rights.
 */
const ADVICE: readonly (readonly [said: RegExp, advice: string])[] = [
  [
    /GH006|GH013|protected branch|repository rule violations|changes must be made through a pull request/i,
    'The remote protects this branch and has not changed. Push to another branch, and open a pull request for it.',
  ],
  [
    /hook declined/i,
    'A rule of the remote refused the push, and nothing was changed there. Do what it says above, or push to another branch.',
  ],
  [
    /non-fast-forward|fetch first|stale info|tip of your current branch is behind|remote ref updated since checkout/i,
    'The branch has other commits at the remote, and nothing was changed there. Merge them with git, then look at what would be pushed again.',
  ],
  [
    /permission to .* denied|write access to repository not granted|not allowed to (?:push|upload) code(?! to protected)|requested URL returned error: 403|ERROR: .* denied to/i,
    'Your account may not push there, and nothing was changed. Push to a fork of yours: add it with `git remote add`, and name it as the remote.',
  ],
  [
    /authentication failed|could not read (?:username|password)|permission denied \(publickey|terminal prompts disabled|requested URL returned error: 401/i,
    'The remote does not know you. Sign in as you do for `git push`, such as with `gh auth login`, `glab auth login` or an ssh key, and try again.',
  ],
  [
    /repository not found|project you were looking for could not be found|does not appear to be a git repository/i,
    'The repository is not there, or your account may not see it. Look at the address of the remote with `git remote -v`.',
  ],
  [
    /(?:pull request|merge request) .*already exists/i,
    'There is an open request for this branch already: a push updates it, and its checks can be shown.',
  ],
  [
    /head sha can't be blank|head ref must be a branch|source branch .*does not exist|must first push the current branch/i,
    'The host does not know the branch. Push it to this repository first, then open the request.',
  ],
  [
    /no commits between|there are no changes between|branch does not have any changes/i,
    'The base has all commits of the branch already, so there is nothing to request. Name another base, or commit and push first.',
  ],
  [
    /base ref must be a branch|target branch .*does not exist|base sha can't be blank/i,
    'The host does not know the base. Name a branch that is there.',
  ],
  [
    /must be a collaborator|resource not accessible|does not have the correct permissions|403 Forbidden|insufficient_scope/i,
    'Your account, or its token, may not open requests there. The branch stays pushed: open the request in a browser, or sign in with more rights.',
  ],
  [
    /gh auth login|glab auth login|not logged in|401 Unauthorized|bad credentials/i,
    'Sign in with the program, and try again. The branch stays pushed.',
  ],
]

/** Returns what was said, and what can be done about it if that is known. */
export function withPublishingAdvice(said: string): string {
  const found = ADVICE.find(([pattern]) => pattern.test(said))
  return found === undefined ? said : `${said.trimEnd()}\n${found[1]}`
}
