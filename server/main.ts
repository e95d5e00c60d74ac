import { checkClaveDe } from './acceso/clave'
import { direcciones, run } from './arranque'
import { tellRetenidas } from './avisos/service-salidas'
import type { Config } from './config'
import { ErrorArranque } from './errores-arranque'
import { isSinCifrar } from './http/direccion'
import { countUsuarios, listClavesDeDemo } from './usuarios/repo'

const CLAVE_DEMO = 'retorna'

/** Production refuses what would leave the door open. */
function checkAjustes(config: Config): void {
  if (config.DEMO)
    throw new ErrorArranque('La puesta en producción no admite DEMO. Use `npm start` para la demostración.')
  if (!config.PUBLIC_URL)
    throw new ErrorArranque('Falta PUBLIC_URL: la dirección con la que se abrirá la aplicación (https://…).')
  if (isSinCifrar(new URL(config.PUBLIC_URL)) && !config.SIN_HTTPS)
    throw new ErrorArranque(
      'PUBLIC_URL debe ser https: sin cifrado, las contraseñas viajarían a la vista. En una red de confianza, SIN_HTTPS=1 lo permite.',
    )
}

await run({
  check: checkAjustes,
  async prepare(db) {
    for (const u of await listClavesDeDemo(db))
      if (await checkClaveDe(u.clave_hash, CLAVE_DEMO))
        throw new ErrorArranque(
          `Esta base de datos tiene cuentas de la demostración (${u.username}). Use otra.`,
        )
  },
  async onReady(servidor, config) {
    const lineas = ['Retorna en marcha', ...direcciones(servidor, config)]
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
    if (!(await countUsuarios(servidor.db)))
      lineas.push(
        '',
        '  Todavía no hay usuarios. Cree el primero: npm run user -- create --username … --admin',
      )
    lineas.push(...(await tellRetenidas(servidor.db)))
    process.stdout.write(`${lineas.join('\n')}\n`)
    return () => {}
  },
})
