/* A C program outside the project. */
#include <gabarit.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  const char* text = "{\"type\":\"integer\"}";
  gabarit_schema* schema = NULL;
  gabarit_validator* validator = gabarit_validator_new(NULL);
  if (gabarit_schema_compile(text, strlen(text), NULL, &schema, NULL) !=
          GABARIT_OK ||
      gabarit_validate(validator, schema, "1", 1) != GABARIT_VALID ||
      gabarit_validate(validator, schema, "[]", 2) != GABARIT_INVALID) {
    puts("consumer: wrong verdict");
    return 1;
  }
  gabarit_validator_free(validator);
  gabarit_schema_free(schema);
  printf("consumer: gabarit_c %s works\n", gabarit_version());
  return 0;
}
