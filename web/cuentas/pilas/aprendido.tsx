import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import type { ModeloPila } from '#contract/cuentas/pilas/pilas'
import { MAX_MODELOS_PILA, TEXTO_SIN_MEDIANA } from '#contract/cuentas/pilas/values'
import { useColumnaEmpresa } from '../../dominio/columna-empresa'
import { ListScreen } from '../../dominio/list-screen/list-screen'
import { entero } from '../../lib/formato'
import { useEmpresa } from '../../lib/session/empresa'
import type { Columna } from '../../ui/tabla/tipos'
import { tono } from '../../ui/theme/tono'
import { aprendidoQuery } from './queries'

/** A number as a link to its tags. */
function Cuantas({ n, que, search }: { n: number; que: string; search: object }) {
  if (n === 0) return '0'
  return (
    <Link
      to="/pilas"
      search={search as never}
      aria-label={`${que}: ${entero(n)}`}
      style={{ color: tono('brand') }}
    >
      {entero(n)}
    </Link>
  )
}

/** Median lifetime, with its confidence interval. */
function formatMediana(m: ModeloPila): string {
  if (m.sin_mediana !== null) return TEXTO_SIN_MEDIANA[m.sin_mediana]
  const dias = `${entero(m.mediana ?? 0)} días`
  if (m.bajo === null && m.alto === null) return dias
  return m.alto === null
    ? `${dias} (al menos ${entero(m.bajo ?? 0)})`
    : `${dias} (de ${entero(m.bajo ?? 0)} a ${entero(m.alto)})`
}

const COLUMNAS: Columna<ModeloPila>[] = [
  { id: 'modelo', titulo: 'Modelo', titular: true, fija: true, ancho: 200, celda: (m) => m.modelo },
  {
    id: 'etiquetas',
    titulo: 'Etiquetas',
    numerica: true,
    ancho: 110,
    celda: (m) => <Cuantas n={m.etiquetas} que={`Etiquetas ${m.modelo}`} search={{ modelo: m.modelo }} />,
  },
  { id: 'mediana', titulo: 'La mitad dura', ancho: 280, celda: formatMediana },
  { id: 'acabadas', titulo: 'Pilas acabadas', numerica: true, ancho: 140, celda: (m) => entero(m.acabadas) },
  {
    id: 'tempranas',
    titulo: 'Cambiadas antes',
    numerica: true,
    ancho: 150,
    celda: (m) => entero(m.tempranas),
  },
  { id: 'siguen', titulo: 'Siguen', numerica: true, ancho: 100, celda: (m) => entero(m.siguen) },
  {
    id: 'por_edad',
    titulo: 'Este mes, por su edad',
    numerica: true,
    ancho: 180,
    celda: (m) => (
      <Cuantas
        n={m.por_edad}
        que={`Este mes por su edad, ${m.modelo}`}
        search={{ modelo: m.modelo, clase: 'este_mes', motivo: 'edad' }}
      />
    ),
  },
]

/** Battery lifetimes by model of tag, learned from exchanges, with the number of exchanges behind each. */
export function Aprendido({ cabecera }: { cabecera: ReactNode }) {
  const consulta = useQuery(aprendidoQuery(useEmpresa()))
  const { data } = consulta
  const deEmpresa = useColumnaEmpresa<ModeloPila>(true)
  const columnas = useMemo(() => [...COLUMNAS, ...deEmpresa], [deEmpresa])
  const n = data?.modelos.length ?? 0
  return (
    <ListScreen
      etiqueta="Lo aprendido"
      clave="pilas-aprendido"
      titulo="Pilas"
      cuenta={data && (n === 1 ? '1 modelo' : `${entero(n)} modelos`)}
      consulta={consulta}
      filtros={
        <>
          {cabecera}
          <Typography variant="body2" color="textSecondary" sx={{ px: 4, pb: 2 }}>
            De los cambios anotados, por modelo de etiqueta: su fabricante, que dice la MAC, y su tipo; una
            MAC aleatoria no lo dice, y solo cuenta el tipo. «La mitad dura» son los días al cabo de los que
            ha acabado la mitad de las pilas; entre paréntesis, entre cuáles está el número verdadero nueve de
            cada diez veces.
          </Typography>
        </>
      }
      columnas={columnas}
      filas={data?.modelos}
      idOf={(m) => `${m.empresa} ${m.modelo}`}
      tamanos={[MAX_MODELOS_PILA]}
      vista="aprendido"
      vacio={{
        texto: 'Aún no hay etiquetas de ningún modelo',
        ayuda: 'Aquí está cuánto duran las pilas de cada modelo, según los cambios que se anotan.',
      }}
    />
  )
}
