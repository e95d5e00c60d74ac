import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { InstalacionSalud } from '#contract/operacion/salud/salud'
import { GRUPOS_BASE, LIMITES_SALUD } from '#contract/operacion/salud/values'
import { UltimoAcceso } from '../../dominio/administracion/ultimo-acceso'
import { useAhora } from '../../lib/time/ahora'
import { EstadoVacio } from '../../ui/feedback/estado-vacio'
import { Momento } from '../../ui/momento'
import { Seccion } from '../../ui/seccion'
import { Tabla } from '../../ui/tabla/tabla'
import type { Columna } from '../../ui/tabla/tipos'
import { Cifras } from './cifras'
import { formatBytes, formatCrecimiento, formatDias, formatMs } from './formato'

type Ingesta = InstalacionSalud['ingesta'][number]
type Base = InstalacionSalud['base']
type Grupo = Base['grupos'][number]

function IngestaProceso({ p, varios }: { p: Ingesta; varios: boolean }) {
  const ahora = useAhora()
  const calla = ahora - Date.parse(p.visto) > LIMITES_SALUD.pulsoMs
  const lento = p.retraso !== null && p.retraso.p95 > LIMITES_SALUD.retrasoMs
  return (
    <Box sx={{ '& + &': { mt: 4 } }}>
      {(varios || calla) && (
        <Typography variant="body2" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          <b>{p.proceso}</b>
          {calla && (
            <>
              : no da señales desde <Momento iso={p.visto} />
            </>
          )}
        </Typography>
      )}
      <Cifras
        cifras={[
          {
            nombre: 'Retraso hasta guardar',
            valor: p.retraso ? formatMs(p.retraso.mediana) : '—',
            nota: p.retraso
              ? `el 95 % en ${formatMs(p.retraso.p95)}; el peor, ${formatMs(p.retraso.peor)}`
              : p.fallidos
                ? 'Ahora no se guarda nada'
                : 'Ahora no llega nada',
            ...(lento && { token: 'rojo' as const }),
          },
          {
            nombre: 'Esperan en cola',
            valor: p.en_cola.toLocaleString('es'),
            nota: 'lecturas',
            ...(p.en_cola > LIMITES_SALUD.enCola && { token: 'rojo' as const }),
          },
          {
            nombre: 'Lecturas por minuto',
            valor: Math.round(p.lecturas_minuto).toLocaleString('es'),
          },
          {
            nombre: 'No guardados',
            valor: p.fallidos.toLocaleString('es'),
            nota: 'mensajes',
            ...(p.fallidos > 0 && { token: 'rojo' as const }),
          },
          { nombre: 'Último guardado', valor: p.ultima ? <UltimoAcceso iso={p.ultima} /> : '—' },
          { nombre: 'Arrancó', valor: <UltimoAcceso iso={p.desde} /> },
        ]}
      />
    </Box>
  )
}

/** Incoming readings: processing speed, and queue. */
export function IngestaSalud({ ingesta }: { ingesta: Ingesta[] }) {
  return (
    <Seccion titulo="Lecturas que llegan">
      {ingesta.length ? (
        ingesta.map((p) => <IngestaProceso key={p.proceso} p={p} varios={ingesta.length > 1} />)
      ) : (
        <EstadoVacio
          texto="Ningún proceso recibe lecturas"
          ayuda="Comprueba que hay uno en marcha con ROLES=all o ROLES=ingest."
        />
      )}
    </Seccion>
  )
}

const COLUMNAS_GRUPO: Columna<Grupo>[] = [
  {
    id: 'grupo',
    titulo: 'Qué',
    titular: true,
    valor: (g) => GRUPOS_BASE[g.grupo],
    celda: (g) => GRUPOS_BASE[g.grupo],
  },
  {
    id: 'bytes',
    titulo: 'Tamaño',
    numerica: true,
    ancho: 104,
    valor: (g) => g.bytes,
    celda: (g) => formatBytes(g.bytes),
  },
  {
    id: 'al_dia',
    titulo: 'Crece',
    numerica: true,
    ancho: 152,
    valor: (g) => g.al_dia,
    celda: (g) => (g.al_dia === null ? '—' : formatCrecimiento(g.al_dia)),
  },
]
const grupoId = (g: Grupo) => g.grupo

function formatLleno({ disco, integrada, al_dia }: Base): [valor: string, nota?: string] {
  if (!disco)
    return ['No se sabe', integrada ? 'El disco no lo dice' : 'La base de datos está en otro servidor']
  if (disco.dias !== null) return [formatDias(disco.dias)]
  return al_dia === null ? ['Aún no se sabe', 'Hace falta un día de medidas'] : ['No se llena']
}

/** Size and growth of the database, and when the disk will be full. */
export function BaseSalud({ base }: { base: Base }) {
  const { disco } = base
  const [lleno, notaLleno] = formatLleno(base)
  const urge = disco?.dias !== null && disco !== null && disco.dias < LIMITES_SALUD.discoDias
  const dias = base.dias === null ? null : Math.floor(base.dias)
  return (
    <Seccion titulo="Base de datos y disco">
      <Cifras
        cifras={[
          { nombre: 'Tamaño', valor: formatBytes(base.bytes) },
          {
            nombre: 'Crecimiento',
            valor: formatCrecimiento(base.al_dia),
            nota:
              dias === null
                ? 'Hace falta un día de medidas'
                : dias === 1
                  ? 'media del último día'
                  : `media de ${dias} días`,
          },
          {
            nombre: 'Queda en el disco',
            valor: disco ? formatBytes(disco.libre) : 'No se sabe',
            nota: disco
              ? `de ${formatBytes(disco.total)}`
              : base.integrada
                ? undefined
                : 'La base de datos está en otro servidor',
          },
          {
            nombre: 'El disco se llena en',
            valor: lleno,
            nota: notaLleno,
            ...(urge && { token: 'rojo' as const }),
          },
        ]}
      />
      <Tabla
        etiqueta="Tamaño por partes"
        columnas={COLUMNAS_GRUPO}
        filas={base.grupos}
        idOf={grupoId}
        ordenInicial={{ columna: 'bytes', sentido: 'desc' }}
        vacio={null}
      />
    </Seccion>
  )
}

/** The last backup, and the running processes. */
export function CopiasVersiones({ copias, versiones: v }: Pick<InstalacionSalud, 'copias' | 'versiones'>) {
  const { ultima, cuantas } = copias
  return (
    <>
      <Seccion titulo="Copias">
        <Cifras
          cifras={[
            {
              nombre: 'Última copia',
              valor: ultima ? <UltimoAcceso iso={ultima.hecha} /> : 'Ninguna',
              nota: ultima?.archivo,
              ...(!ultima && { token: 'amber' as const }),
            },
            { nombre: 'Tamaño de la copia', valor: ultima ? formatBytes(ultima.bytes) : '—' },
            {
              nombre: 'Se guardan',
              valor: cuantas
                ? `${cuantas.toLocaleString('es')} ${cuantas === 1 ? 'copia' : 'copias'}`
                : 'Ninguna',
              nota: cuantas ? 'una al día' : 'COPIAS_DIAS es 0, o es la demostración',
            },
          ]}
        />
      </Seccion>
      <Seccion titulo="Versiones">
        <Cifras
          cifras={[
            { nombre: 'Retorna', valor: v.retorna },
            { nombre: 'PostgreSQL', valor: v.postgres },
            { nombre: 'Node.js', valor: v.node },
            {
              nombre: 'Estructura de la base',
              valor: v.pendientes ? `Faltan ${v.pendientes} cambios` : 'Al día',
              nota: `${v.migraciones} cambios aplicados`,
              ...(v.pendientes > 0 && { token: 'rojo' as const }),
            },
          ]}
        />
      </Seccion>
    </>
  )
}
