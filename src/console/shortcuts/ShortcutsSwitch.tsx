import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { areShortcutsEnabled, setShortcutsEnabled } from '#console/ui/keyboard-shortcuts.ts';
import { SwitchField } from '#console/ui/SwitchField.tsx';

export function ShortcutsSwitch() {
  const { t } = useLingui();
  const [isOn, setOn] = useState(areShortcutsEnabled);
  return (
    <SwitchField
      label={t`Atajos de una tecla`}
      description={t`Apagalos si dictás en voz alta o si una tecla suelta te cambia algo sin querer. Todo se puede hacer también con botones.`}
      checked={isOn}
      onChange={(isOn) => {
        setShortcutsEnabled(isOn);
        setOn(isOn);
      }}
    />
  );
}
