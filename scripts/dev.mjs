// npm run dev: the server restarts and the web reloads when a file changes. http://127.0.0.1:5173
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureNode } from './node.mjs'
import { ensurePaquetes, RAIZ } from './prepare.mjs'

await ensureNode()
ensurePaquetes()
const bin = (nombre) => join(RAIZ, 'node_modules/.bin', nombre)
const env = { ...process.env, DEMO: process.env.DEMO ?? '1', PORT: process.env.PORT || '3000' }
const hijos = [
  spawn(bin('tsx'), ['watch', 'demo/main.ts'], { cwd: RAIZ, env, stdio: 'inherit' }),
  spawn(bin('vite'), [], { cwd: RAIZ, env, stdio: 'inherit' }),
]
let parando = false
/** Only once: at a second signal the watcher kills the server before it has stopped its database. */
function stop() {
  if (parando) return
  parando = true
  for (const hijo of hijos) hijo.kill('SIGTERM')
}
// In a terminal, Ctrl-C has already sent the signal to the child processes.
process.on('SIGINT', () => (process.stdin.isTTY ? undefined : stop()))
process.on('SIGTERM', stop)
for (const hijo of hijos) hijo.on('exit', stop)
