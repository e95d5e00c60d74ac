import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Linea, Recuento } from '#contract/cuentas/recuentos/recuentos'
import type { CifrasRecuento } from '#contract/cuentas/recuentos/reglas-values'
import {
  LISTAS_RECUENTO,
  type ListaRecuento,
  NOMBRE_LISTA,
  NOMBRE_RESULTADO,
} from '#contract/cuentas/recuentos/values'
import { EnlaceContenedor } from '../../dominio/enlace-contenedor'
import { entero as enteroOf, unaOf, useDireccion } from '../../lib/api/direccion'
import { entero } from '../../lib/formato'
import { usePaginaPasada } from '../../lib/lista'
import { Momento } from '../../ui/momento'
import { Seccion } from '../../ui/seccion'
import { Recuadro } from '../../ui/tabla/marco'
import { Paginador } from '../../ui/tabla/paginador'
import { Tabla } from '../../ui/tabla/tabla'
import type { Columna } from '../../ui/tabla/tipos'
import { AccionesLinea } from './acciones'
import { FotoCodigo } from './foto'
import { lineasQuery } from './queries'

const FILAS = 50
const TAMANOS = [FILAS]

const validate = (s: Record<string, unknown>) => ({
  lista: unaOf(LISTAS_RECUENTO, s.lista),
  pagina: enteroOf(s.pagina, 2, 1_000_000),
})

const columnasOf = (recuento: Recuento, lista: ListaRecuento): Columna<Linea>[] => [
  {
    id: 'apodo',
    titulo: 'Contenedor',
    titular: true,
    ancho: 180,
    celda: (l) => (l.mac ? <EnlaceContenedor apodo={l.Apodo ?? l.mac} /> : l.codigo),
  },
  ...(lista === 'desconocidos'
    ? [
        {
          id: 'foto',
          titulo: 'Foto',
          ancho: 80,
          celda: (l: Linea) =>
            l.foto === null ? '—' : <FotoCodigo codigo={l.codigo} recuento={recuento.id} escaneo={l.foto} />,
        },
      ]
    : []),
  { id: 'resultado', titulo: 'Resultado', ancho: 130, celda: (l) => NOMBRE_RESULTADO[l.resultado] },
  { id: 'lugar', titulo: 'Retorna lo tenía en', ancho: 170, celda: (l) => l.Ubicacion ?? '—' },
  ...(recuento.familia === null
    ? []
    : [{ id: 'donde', titulo: 'Visto en', ancho: 150, celda: (l: Linea) => l.donde ?? '—' }]),
  { id: 'veces', titulo: 'Escaneos', numerica: true, ancho: 96, celda: (l) => l.veces },
  { id: 'primero', titulo: 'Primero', ancho: 168, celda: (l) => <Momento iso={l.primero} /> },
  { id: 'personas', titulo: 'Quién', ancho: 180, celda: (l) => l.personas.join(', ') || '—' },
  {
    id: 'acuerda',
    titulo: 'Los lectores',
    ancho: 130,
    celda: (l) => (l.acuerda === null ? '—' : l.acuerda ? 'dicen lo mismo' : 'dicen otra cosa'),
  },
  {
    id: 'acciones',
    titulo: 'Acciones',
    sinTitulo: true,
    ancho: 190,
    celda: (l) => <AccionesLinea l={{ ...l, apodo: l.Apodo }} recuento={recuento} cerrado />,
  },
]

/** The rows of a closed count, by list; the list and its page are in the address. */
export function LineasDocumento({ recuento, cifras }: { recuento: Recuento; cifras: CifrasRecuento }) {
  const [b, change] = useDireccion(validate)
  const lista: ListaRecuento = b.lista ?? 'faltantes'
  const corte = { pagina: b.pagina ?? 1, filas: FILAS }
  const consulta = useQuery(lineasQuery(recuento.id, lista, corte.pagina, FILAS))
  const { data } = consulta
  const columnas = useMemo(() => columnasOf(recuento, lista), [recuento, lista])
  const pasada = usePaginaPasada(corte, change, consulta.isPlaceholderData ? undefined : data?.total)
  return (
    <Seccion titulo="Diferencias">
      <Tabs
        value={lista}
        onChange={(_, nueva: ListaRecuento) => void change({ lista: nueva, pagina: undefined })}
        variant="scrollable"
        scrollButtons={false}
        aria-label="Listas"
      >
        {LISTAS_RECUENTO.map((l) => (
          <Tab key={l} value={l} label={`${NOMBRE_LISTA[l]} ${entero(cifras[l])}`} />
        ))}
      </Tabs>
      <Recuadro>
        <Tabla
          etiqueta={NOMBRE_LISTA[lista]}
          columnas={columnas}
          filas={pasada || (consulta.isPlaceholderData && !data) ? undefined : data?.data}
          idOf={(l) => `${l.mac ?? l.codigo} ${l.resultado}`}
          error={consulta.error && !data ? consulta.error.message : undefined}
          onRetry={() => void consulta.refetch()}
          actualizando={consulta.isPlaceholderData}
          vacio={
            <Typography color="textSecondary" sx={{ p: 3 }}>
              Ninguno.
            </Typography>
          }
        />
      </Recuadro>
      {data && data.total > FILAS && (
        <Paginador
          {...corte}
          total={data.total}
          tamanos={TAMANOS}
          estrecha={false}
          incierto={false}
          onPagina={(n) => void change({ pagina: n })}
          onFilas={() => {}}
        />
      )}
    </Seccion>
  )
}
