const [dir, name] = process.argv.slice(2) as [string, string]
const { readConfig } = await import(`${dir}/server/config.ts`)
const { startServidor } = await import(`${dir}/server/servidor.ts`)
const s = await startServidor(readConfig({ PORT: '0', MQTT_PORT: '0', DATABASE_URL: `postgres://postgres@127.0.0.1/${name}`, LOG_LEVEL: 'fatal', COPIAS_DIAS: '0', DATA_DIR: `/tmp/h2tmp/${name}` }))
const xacts = async () => Number((await s.pool.query("select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()")).rows[0].n)
await new Promise((r) => setTimeout(r, 30_000))
const c0 = process.cpuUsage(), x0 = await xacts(), t0 = performance.now()
await new Promise((r) => setTimeout(r, 120_000))
const c = process.cpuUsage(c0), x = (await xacts()) - x0, t = performance.now() - t0
console.log(name, 'cpu %', (((c.user + c.system) / 1000 / t) * 100).toFixed(2), 'transactions/s', ((x / t) * 1000).toFixed(2), 'rss MB', (process.memoryUsage().rss / 2 ** 20).toFixed(0))
await s.stop(); process.exit(0)
