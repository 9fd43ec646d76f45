/* Plays an opening, asks the book, searches on, and proves the result of an ending. */
#include <emilia.h>
#include <stdio.h>
#include <stdlib.h>

static void need(const void *result)
{
    if (!result) {
        fprintf(stderr, "analyse: %s\n", emilia_last_error());
        exit(1);
    }
}

/* Prints each iteration; ends the search after depth 10. */
static int report(const emilia_analysis *analysis, void *user)
{
    ++*(int *)user;
    printf("%10llu nodes  %s\n", (unsigned long long)analysis->nodes, analysis->best->text);
    return analysis->value.depth < 10;
}

int main(void)
{
    emilia_engine *engine = emilia_engine_new(&(emilia_options){ .hash = 64, .threads = 2 });
    emilia_book *book = emilia_book_open(NULL);
    emilia_game *game = emilia_game_new(NULL);
    need(engine), need(book), need(game);
    emilia_game_play(game, "f5 d6 c3 d3 c4");
    printf("%s%s opening, legal: %s\n", emilia_game_board(game), emilia_game_opening(game), emilia_game_legal_moves(game));

    emilia_book_entry *entry = emilia_book_lookup(book, game);
    for (size_t i = 0; entry && i < entry->move_count; i++)
        printf("book: %s %+.2f\n", entry->moves[i].move, entry->moves[i].value.score);

    int iterations = 0;
    emilia_limits limits = { .milliseconds = 60000 };
    emilia_analysis *search = emilia_search(engine, game, &limits, NULL, report, &iterations);
    need(search);
    printf("best after %d iterations: %s\n", iterations, search->best->move);

    emilia_game *ending = emilia_game_read("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X");
    emilia_analysis *proof = emilia_solve(engine, ending, NULL);
    need(proof);
    printf("%s: %s\n", proof->value.certainty == EMILIA_CERTAINTY_EXACT ? "proved" : "not proved", proof->best->text);

    emilia_analysis_free(proof), emilia_analysis_free(search), emilia_book_entry_free(entry);
    emilia_game_free(ending), emilia_game_free(game), emilia_book_free(book), emilia_engine_free(engine);
    return 0;
}
