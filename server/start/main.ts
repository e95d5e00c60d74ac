import { formatRetenidas } from '../avisos/avisos/delivery/service-salidas'
import { checkClaveOf } from '../personas/acceso/clave'
import { formatClavesRetenidas } from '../personas/claves-api/service'
import { countUsuarios, listClavesDeDemo } from '../personas/usuarios/repo'
import type { Config } from '../platform/config/config'
import { nameOfBase } from '../platform/config/named-base'
import { ErrorStartup } from '../platform/config/startup-errors'
import { isSinCifrar } from '../platform/http/address'
import { addresses, run } from './boot'

const CLAVE_DEMO = 'retorna'

/** In production, refuse settings that leave the installation open. */
function checkAjustes(config: Config): void {
  if (config.DEMO)
    throw new ErrorStartup('La puesta en producción no admite DEMO. Use `npm start` para la demostración.')
  if (!config.PUBLIC_URL)
    throw new ErrorStartup('Falta PUBLIC_URL: la dirección con la que se abrirá la aplicación (https://…).')
  if (isSinCifrar(new URL(config.PUBLIC_URL)) && !config.SIN_HTTPS)
    throw new ErrorStartup(
      'PUBLIC_URL debe ser https: sin cifrado, las contraseñas viajarían a la vista. En una red de confianza, SIN_HTTPS=1 lo permite.',
    )
}

await run({
  check: checkAjustes,
  async prepare(db) {
    for (const u of await listClavesDeDemo(db))
      if (await checkClaveOf(u.clave_hash, CLAVE_DEMO))
        throw new ErrorStartup(
          `Esta base de datos tiene cuentas de la demostración (${u.username}). Use otra.`,
        )
  },
  async onReady(server, config) {
    const lineas = ['Retorna en marcha', ...addresses(server, config)]
    if (config.PUBLIC_URL && isSinCifrar(new URL(config.PUBLIC_URL)))
      lineas.push(
        '',
        '  Sin https: contraseñas y datos viajan sin cifrar, y los navegadores no dejan usar la cámara.',
      )
    if (!config.DATABASE_URL)
      lineas.push(
        '',
        '  Sin DATABASE_URL: los datos van a un PostgreSQL integrado, del que solo hay versiones beta. En producción, use uno propio.',
      )
    if (!(await countUsuarios(server.db)))
      lineas.push(
        '',
        `  Todavía no hay usuarios en la ${nameOfBase(config)}.`,
        `  Cree el primero con ${config.DATABASE_URL ? 'el mismo DATABASE_URL' : `DATA_DIR=${config.DATA_DIR}`}: npm run user -- create --username … --admin`,
      )
    lineas.push(...(await formatRetenidas(server.db)), ...(await formatClavesRetenidas(server.db)))
    process.stdout.write(`${lineas.join('\n')}\n`)
    return () => {}
  },
})
