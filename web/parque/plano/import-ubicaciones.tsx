import type { InformeUbicaciones } from '#contract/parque/ubicaciones/ubicaciones'
import { grupoOf, NOMBRE_GRUPO } from '../../dominio/plano/grupos'
import { api } from '../../lib/api/llamadas'
import { upload } from '../../lib/api/upload'
import { DialogoImportar } from '../../ui/importar/dialogo'
import { Lista, mostradasOf, Rotulo } from '../../ui/importar/informe'

const PLANTILLA = {
  nombre: 'ubicaciones.csv',
  csv: 'nombre;planta;grupo;x;y\r\nMuelle 1;Vitoria;Llenos;10;20\r\nAlmacén;Vitoria;Vacíos;55,5;60\r\n',
}

type Props = { empresa: number; onClose: () => void; onImported: (n: number) => void }

/** Imports the locations of a company from a CSV or Excel file. */
export function ImportUbicaciones({ empresa, onClose, onImported }: Props) {
  return (
    <DialogoImportar<InformeUbicaciones>
      titulo="Importar ubicaciones"
      ayuda={
        <>
          Un Excel o un CSV con la columna <b>nombre</b> y, si quieres, <b>planta</b>, <b>grupo</b> (
          {Object.values(NOMBRE_GRUPO).join(', ')}), <b>x</b> e <b>y</b>: su punto, en porcentaje del plano
          desde la izquierda y desde arriba. La que ya está por su nombre se cambia; ninguna se quita.
        </>
      }
      plantilla={PLANTILLA}
      nombrados={['ubicación', 'ubicaciones']}
      rehearse={(f) => upload(api.importUbicaciones, f, { ensayo: 'true', empresa })}
      startImport={(f, { signal }) => upload(api.importUbicaciones, f, { ensayo: 'false', empresa }, signal)}
      cambios={(informe) => <Cambios informe={informe} />}
      onClose={onClose}
      onImported={({ nuevas, cambiadas }) => onImported(nuevas + cambiadas)}
    />
  )
}

const percent = (v: number) => `${(v * 100).toLocaleString('es', { maximumFractionDigits: 2 })} %`

function Cambios({ informe: { cambios, nuevas, cambiadas } }: { informe: InformeUbicaciones }) {
  if (cambios.length === 0) return null
  return (
    <section aria-label="Cambios">
      <Rotulo>Qué cambia{mostradasOf(cambios.length, nuevas + cambiadas)}</Rotulo>
      <Lista tabIndex={0} aria-label="Ubicaciones nuevas y cambiadas">
        {cambios.map(({ linea, nueva, nombre, planta, grupo, nodo_x, nodo_y }) => {
          const known = grupoOf(grupo)
          const where =
            nodo_x === null || nodo_y === null ? 'fuera del plano' : `${percent(nodo_x)}, ${percent(nodo_y)}`
          return (
            <li key={linea}>
              <span className="linea">{nueva ? 'Nueva' : 'Cambia'}</span>
              <span>
                <b>{nombre}</b> ·{' '}
                {[planta, known ? NOMBRE_GRUPO[known] : grupo, where].filter(Boolean).join(' · ')}
              </span>
            </li>
          )
        })}
      </Lista>
    </section>
  )
}
