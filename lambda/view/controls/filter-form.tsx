/** Parts of the forms that narrow down a list. */

interface OptionProps {
  readonly value: string;
  readonly text: string;
  readonly isChosen: boolean;
}

export function Option({ value, text, isChosen }: OptionProps) {
  return (
    <option value={value} selected={isChosen}>
      {text}
    </option>
  );
}
