// Runs a client of the Model Context Protocol: node clients.mjs inspector|conformance ARGUMENT...
// The clients need Node.js 22.19. If this is an older one, the one among the packages runs them.
import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { arch, argv, execPath, exit, platform, versions } from 'node:process'

const programs = { inspector: ['mcp-inspector', '--cli'], conformance: ['conformance', 'server'] }
const here = import.meta.dirname ?? new URL('.', import.meta.url).pathname
const [major, minor] = versions.node.split('.').map(Number)
const own = join(here, 'node_modules', `node-${platform}-${arch}`, 'bin', 'node')
const fits = major > 22 || (major === 22 && minor >= 19)
const node = !fits && existsSync(own) ? own : execPath
const [program, ...options] = programs[argv[2]]
const script = realpathSync(join(here, 'node_modules', '.bin', program))
const { status } = spawnSync(node, [script, ...options, ...argv.slice(3)], { stdio: 'inherit' })
exit(status ?? 1)
