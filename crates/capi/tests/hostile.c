/* All functions with arguments that they must refuse, and in the order that a program must not call them. */
#include <emilia.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* assert() that stays in every build. */
#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: %s; %s\n", __FILE__, __LINE__, #condition, emilia_last_error()); \
            exit(1); \
        } \
    } while (0)
#define FAILS(condition, status, text) CHECK((condition) && emilia_last_status() == (status) && strstr(emilia_last_error(), text))
#define WORKS(condition) CHECK((condition) && emilia_last_status() == EMILIA_STATUS_OK && !*emilia_last_error())

static const char START[] = "---------------------------OX------XO--------------------------- X";
/* FFO #1: 18 discs, 14 empty squares. */
static const char ENDING[] = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

static emilia_engine *new_engine(uint32_t threads)
{
    emilia_options options;
    memset(&options, 0, sizeof options);
    options.hash = 4;
    options.threads = threads;
    emilia_engine *engine = emilia_engine_new(&options);
    WORKS(engine);
    return engine;
}

static emilia_limits no_limits(void)
{
    emilia_limits limits;
    memset(&limits, 0, sizeof limits);
    return limits;
}

static void test_null(void)
{
    emilia_engine *engine = new_engine(1);
    emilia_game *game = emilia_game_new(NULL);
    emilia_book *book = emilia_book_open(NULL);
    double score = 7.0;
    CHECK(game && book);

    FAILS(!emilia_game_read(NULL), EMILIA_STATUS_NULL, "record is NULL");
    FAILS(!emilia_game_copy(NULL), EMILIA_STATUS_NULL, "game is NULL");
    FAILS(emilia_game_play(NULL, "f5") == EMILIA_STATUS_NULL, EMILIA_STATUS_NULL, "game is NULL");
    FAILS(emilia_game_play(game, NULL) == EMILIA_STATUS_NULL, EMILIA_STATUS_NULL, "moves is NULL");
    FAILS(emilia_game_undo(NULL) == EMILIA_STATUS_NULL, EMILIA_STATUS_NULL, "game is NULL");
    FAILS(emilia_game_turn(NULL) == EMILIA_SIDE_NOBODY, EMILIA_STATUS_NULL, "game is NULL");
    FAILS(!emilia_game_is_over(NULL), EMILIA_STATUS_NULL, "game is NULL");
    FAILS(emilia_game_score(NULL) == 0, EMILIA_STATUS_NULL, "game is NULL");
    FAILS(!emilia_game_legal_moves(NULL), EMILIA_STATUS_NULL, "game is NULL");
    FAILS(!emilia_game_board(NULL), EMILIA_STATUS_NULL, "game is NULL");
    FAILS(!emilia_game_position(NULL), EMILIA_STATUS_NULL, "game is NULL");
    FAILS(!emilia_game_transcript(NULL), EMILIA_STATUS_NULL, "game is NULL");
    FAILS(!emilia_game_opening(NULL), EMILIA_STATUS_NULL, "game is NULL");
    FAILS(emilia_engine_clear(NULL) == EMILIA_STATUS_NULL, EMILIA_STATUS_NULL, "engine is NULL");
    FAILS(emilia_evaluate(NULL, game, &score) == EMILIA_STATUS_NULL, EMILIA_STATUS_NULL, "engine is NULL");
    FAILS(emilia_evaluate(engine, NULL, &score) == EMILIA_STATUS_NULL, EMILIA_STATUS_NULL, "game is NULL");
    FAILS(emilia_evaluate(engine, game, NULL) == EMILIA_STATUS_NULL, EMILIA_STATUS_NULL, "score is NULL");
    CHECK(score == 7.0);
    FAILS(!emilia_search(NULL, game, NULL, NULL, NULL, NULL), EMILIA_STATUS_NULL, "engine is NULL");
    FAILS(!emilia_search(engine, NULL, NULL, NULL, NULL, NULL), EMILIA_STATUS_NULL, "game is NULL");
    FAILS(!emilia_solve(NULL, game, NULL), EMILIA_STATUS_NULL, "engine is NULL");
    FAILS(!emilia_solve(engine, NULL, NULL), EMILIA_STATUS_NULL, "game is NULL");
    FAILS(!emilia_book_lookup(NULL, game), EMILIA_STATUS_NULL, "book is NULL");
    FAILS(!emilia_book_lookup(book, NULL), EMILIA_STATUS_NULL, "game is NULL");

    emilia_game_free(NULL);
    emilia_engine_free(NULL);
    emilia_stop_free(NULL);
    emilia_analysis_free(NULL);
    emilia_book_free(NULL);
    emilia_book_entry_free(NULL);
    emilia_stop_request(NULL);
    /* They leave the error as it was. */
    CHECK(emilia_last_status() == EMILIA_STATUS_NULL && !strcmp(emilia_last_error(), "game is NULL"));

    emilia_book_free(book);
    emilia_game_free(game);
    emilia_engine_free(engine);
}

static void test_games(void)
{
    FAILS(!emilia_game_new("3x3"), EMILIA_STATUS_INVALID, "4 to 10");
    FAILS(!emilia_game_new("8x8 goal=\xff"), EMILIA_STATUS_INVALID, "rules is not UTF-8");
    FAILS(!emilia_game_read(""), EMILIA_STATUS_INVALID, "");
    FAILS(!emilia_game_read("\xc3\x28 f5"), EMILIA_STATUS_INVALID, "record is not UTF-8");
    FAILS(!emilia_game_read("f5f5"), EMILIA_STATUS_INVALID, "f5");
    char *garbage = (char *)malloc(1 << 20);
    CHECK(garbage);
    memset(garbage, '(', 1 << 20);
    garbage[(1 << 20) - 1] = 0;
    FAILS(!emilia_game_read(garbage), EMILIA_STATUS_INVALID, "");
    FAILS(!emilia_game_new(garbage), EMILIA_STATUS_INVALID, "");

    emilia_game *game = emilia_game_new("");
    WORKS(game);
    FAILS(emilia_game_undo(game) == EMILIA_STATUS_ILLEGAL, EMILIA_STATUS_ILLEGAL, "no move");
    FAILS(emilia_game_play(game, garbage) == EMILIA_STATUS_ILLEGAL, EMILIA_STATUS_ILLEGAL, "((");
    FAILS(emilia_game_play(game, "f5 d6 a1") == EMILIA_STATUS_ILLEGAL, EMILIA_STATUS_ILLEGAL, "a1");
    free(garbage);
    WORKS(!strcmp(emilia_game_position(game), START));
    WORKS(!strcmp(emilia_game_legal_moves(game), "d3 c4 f5 e6"));
    WORKS(emilia_game_turn(game) == EMILIA_SIDE_BLACK);
    WORKS(!emilia_game_opening(game));

    WORKS(emilia_game_play(game, "f5 d6C3") == EMILIA_STATUS_OK);
    WORKS(emilia_game_play(game, "d3, c4") == EMILIA_STATUS_OK);
    WORKS(!strcmp(emilia_game_transcript(game), "f5d6c3d3c4"));
    CHECK(emilia_game_transcript(game) == emilia_game_transcript(game));
    WORKS(!strcmp(emilia_game_opening(game), "Tiger"));
    WORKS(strstr(emilia_game_board(game), "  3 . + X O . + . . 3\n"));
    WORKS(emilia_game_turn(game) == EMILIA_SIDE_WHITE && emilia_game_score(game) == 3 && !emilia_game_is_over(game));
    emilia_game *copy = emilia_game_copy(game);
    WORKS(copy);
    WORKS(emilia_game_undo(game) == EMILIA_STATUS_OK);
    WORKS(!strcmp(emilia_game_transcript(game), "f5d6c3d3"));
    emilia_game_free(game);
    WORKS(!strcmp(emilia_game_transcript(copy), "f5d6c3d3c4"));
    emilia_game_free(copy);

    /* The shortest game that leaves one side without discs. */
    emilia_game *over = emilia_game_read("e6f4e3f6g5d6e7f5c5");
    WORKS(over);
    WORKS(emilia_game_is_over(over) && emilia_game_score(over) == 64 && emilia_game_turn(over) == EMILIA_SIDE_NOBODY);
    WORKS(!*emilia_game_legal_moves(over));
    FAILS(emilia_game_play(over, "pass") == EMILIA_STATUS_ILLEGAL, EMILIA_STATUS_ILLEGAL, "over");
    emilia_engine *engine = new_engine(1);
    emilia_analysis *analysis = emilia_solve(engine, over, NULL);
    WORKS(analysis && analysis->line_count == 1 && analysis->best == analysis->lines && !*analysis->best->move);
    CHECK(analysis->value.certainty == EMILIA_CERTAINTY_EXACT && analysis->value.score == -64.0);
    emilia_analysis_free(analysis);
    emilia_engine_free(engine);
    emilia_game_free(over);

    emilia_game *passing = emilia_game_read("XXXXXXX-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X");
    WORKS(passing && !strcmp(emilia_game_legal_moves(passing), "h8"));
    emilia_game_free(passing);
}

static void test_limits(void)
{
    emilia_options options;
    memset(&options, 0, sizeof options);
    options.threads = 257;
    FAILS(!emilia_engine_new(&options), EMILIA_STATUS_INVALID, "threads takes 0 to 256, not 257");
    memset(&options, 0xff, sizeof options);
    FAILS(!emilia_engine_new(&options), EMILIA_STATUS_INVALID, "hash takes 0 to 1048576");

    emilia_engine *engine = new_engine(1);
    emilia_game *game = emilia_game_new(NULL), *small = emilia_game_new("4x4"), *wide = emilia_game_new("10x10");
    emilia_limits limits;
    memset(&limits, 0xff, sizeof limits);
    FAILS(!emilia_search(engine, game, &limits, NULL, NULL, NULL), EMILIA_STATUS_INVALID, "only one of");
    limits = no_limits();
    limits.level = 61;
    FAILS(!emilia_search(engine, game, &limits, NULL, NULL, NULL), EMILIA_STATUS_INVALID, "level takes 1 to 60, not 61");
    limits.level = 256 + 5;
    FAILS(!emilia_search(engine, game, &limits, NULL, NULL, NULL), EMILIA_STATUS_INVALID, "level takes 1 to 60, not 261");

    limits = no_limits();
    limits.depth = UINT32_MAX;
    limits.lines = UINT32_MAX;
    limits.nodes = 20000;
    emilia_game *games[] = { game, small, wide };
    for (int i = 0; i < 3; i++) {
        emilia_analysis *analysis = emilia_search(engine, games[i], &limits, NULL, NULL, NULL);
        WORKS(analysis && analysis->line_count >= 4 && analysis->nodes > 0);
        for (size_t n = 0; n < analysis->line_count; n++) {
            const emilia_line *line = &analysis->lines[n];
            CHECK(!strncmp(line->moves, line->move, strlen(line->move)) && strstr(line->text, line->moves));
        }
        emilia_analysis_free(analysis);
    }
    limits = no_limits();
    limits.milliseconds = UINT64_MAX;
    limits.nodes = UINT64_MAX;
    limits.depth = 2;
    emilia_analysis *analysis = emilia_search(engine, game, &limits, NULL, NULL, NULL);
    WORKS(analysis && analysis->value.certainty == EMILIA_CERTAINTY_ESTIMATE && analysis->value.depth == 2);
    CHECK(analysis->value.percent > 0 && analysis->value.percent <= 100);
    emilia_analysis_free(analysis);
    limits = no_limits();
    limits.milliseconds = 20;
    analysis = emilia_search(engine, game, &limits, NULL, NULL, NULL);
    WORKS(analysis && analysis->seconds < 10.0 && analysis->value.certainty == EMILIA_CERTAINTY_ESTIMATE);
    emilia_analysis_free(analysis);
    /* The known value of 4x4. */
    analysis = emilia_solve(engine, small, NULL);
    WORKS(analysis && analysis->value.certainty == EMILIA_CERTAINTY_EXACT && analysis->value.score == -10.0);
    emilia_analysis_free(analysis);
    double score = 99.0;
    WORKS(emilia_evaluate(engine, wide, &score) == EMILIA_STATUS_OK && score > -10.0 && score < 10.0);
    WORKS(emilia_engine_clear(engine) == EMILIA_STATUS_OK);
    emilia_game_free(wide);
    emilia_game_free(small);
    emilia_game_free(game);
    emilia_engine_free(engine);
}

/* What a callback sees, and what it uses. */
typedef struct {
    emilia_engine *engine;
    emilia_game *game;
    emilia_stop *stop;
    int calls;
    int is_freed;
} Seen;

static int misuse(const emilia_analysis *analysis, void *user)
{
    Seen *seen = (Seen *)user;
    CHECK(analysis->best && *analysis->best->move);
    seen->calls++;
    if (!seen->is_freed) {
        FAILS(!emilia_solve(seen->engine, seen->game, NULL), EMILIA_STATUS_BUSY, "searching");
        FAILS(emilia_engine_clear(seen->engine) == EMILIA_STATUS_BUSY, EMILIA_STATUS_BUSY, "searching");
        /* The search has copies of all this. */
        WORKS(emilia_game_play(seen->game, "f5") == EMILIA_STATUS_OK);
        emilia_game_free(seen->game);
        emilia_engine_free(seen->engine);
        emilia_stop_free(seen->stop);
        seen->is_freed = 1;
    }
    return analysis->value.depth < 4;
}

static void test_callback(void)
{
    for (uint32_t threads = 1; threads <= 2; threads++) {
        Seen seen = { new_engine(threads), emilia_game_new(NULL), emilia_stop_new(), 0, 0 };
        emilia_limits limits = no_limits();
        limits.depth = 30;
        emilia_analysis *analysis = emilia_search(seen.engine, seen.game, &limits, seen.stop, misuse, &seen);
        WORKS(analysis);
        CHECK(seen.calls == 4 && seen.is_freed && analysis->value.depth >= 4);
        emilia_analysis_free(analysis);
    }
}

static void test_stop(void)
{
    emilia_engine *engine = new_engine(1);
    emilia_game *game = emilia_game_new(NULL);
    emilia_stop *stop = emilia_stop_new();
    WORKS(stop);
    emilia_stop_request(stop);
    emilia_stop_request(stop);
    for (int i = 0; i < 2; i++) {
        emilia_analysis *analysis = emilia_solve(engine, game, stop);
        WORKS(analysis && analysis->value.certainty == EMILIA_CERTAINTY_ESTIMATE && analysis->seconds < 10.0);
        emilia_analysis_free(analysis);
    }
    emilia_stop_free(stop);
    emilia_game_free(game);
    emilia_engine_free(engine);
}

/* What two threads share. */
typedef struct {
    emilia_engine *engine;
    const emilia_game *game;
    const emilia_book *book;
    emilia_stop *stop;
    pthread_barrier_t barrier;
} Common;

static int meet(const emilia_analysis *analysis, void *user)
{
    if (analysis->value.depth == 1) {
        pthread_barrier_wait(&((Common *)user)->barrier); /* the search has begun */
    }
    return 1;
}

static void *search_until_stopped(void *given)
{
    Common *common = (Common *)given;
    emilia_limits limits = no_limits();
    limits.depth = 50;
    emilia_analysis *analysis = emilia_search(common->engine, common->game, &limits, common->stop, meet, common);
    WORKS(analysis && analysis->value.depth >= 1);
    emilia_analysis_free(analysis);
    return NULL;
}

static void test_threads(void)
{
    Common common = { new_engine(1), emilia_game_read("f5d6c3"), emilia_book_open(NULL), emilia_stop_new(), {} };
    pthread_t thread;
    CHECK(!pthread_barrier_init(&common.barrier, NULL, 2));
    CHECK(!pthread_create(&thread, NULL, search_until_stopped, &common));
    pthread_barrier_wait(&common.barrier);
    FAILS(!emilia_solve(common.engine, common.game, NULL), EMILIA_STATUS_BUSY, "searching");
    /* The texts are made while the other thread reads the game. */
    WORKS(strstr(emilia_game_board(common.game), "X"));
    emilia_book_entry *entry = emilia_book_lookup(common.book, common.game);
    WORKS(entry);
    emilia_book_entry_free(entry);
    emilia_stop_request(common.stop);
    CHECK(!pthread_join(thread, NULL));
    CHECK(!pthread_barrier_destroy(&common.barrier));
    emilia_engine_free(common.engine);
    emilia_game_free((emilia_game *)common.game);
    emilia_book_free((emilia_book *)common.book);
    emilia_stop_free(common.stop);
}

/* One engine for several games, on the smallest stack that the header promises. */
static void *search_on_small_stack(void *unused)
{
    (void)unused;
    emilia_engine *engine = new_engine(1);
    emilia_game *games[] = { emilia_game_new(NULL), emilia_game_new("10x10"), emilia_game_read(ENDING) };
    emilia_limits limits = no_limits();
    limits.milliseconds = 300;
    for (int i = 0; i < 3; i++) {
        emilia_analysis *analysis = emilia_search(engine, games[i], &limits, NULL, NULL, NULL);
        WORKS(analysis && *analysis->best->move);
        emilia_analysis_free(analysis);
    }
    emilia_analysis *proof = emilia_solve(engine, games[2], NULL);
    WORKS(proof && proof->value.certainty == EMILIA_CERTAINTY_EXACT && proof->value.score == 18.0);
    CHECK(strstr(proof->best->text, "+18.00 (exact) ") && proof->value.depth == 0 && proof->value.percent == 0);
    emilia_analysis_free(proof);
    for (int i = 0; i < 3; i++) {
        emilia_game_free(games[i]);
    }
    emilia_engine_free(engine);
    return NULL;
}

static void test_stack(void)
{
    pthread_attr_t attributes;
    pthread_t thread;
    CHECK(!pthread_attr_init(&attributes));
    CHECK(!pthread_attr_setstacksize(&attributes, 512 << 10));
    CHECK(!pthread_create(&thread, &attributes, search_on_small_stack, NULL));
    CHECK(!pthread_join(thread, NULL));
    CHECK(!pthread_attr_destroy(&attributes));
}

/* `file` is a book, `other` another file. */
static void test_books(const char *file, const char *other)
{
    FAILS(!emilia_book_open(other), EMILIA_STATUS_BOOK, "it is not a book");
    FAILS(!emilia_book_open("/"), EMILIA_STATUS_BOOK, "it is not a file");
    FAILS(!emilia_book_open(""), EMILIA_STATUS_BOOK, "");
    FAILS(!emilia_book_open("\xfe"), EMILIA_STATUS_INVALID, "path is not UTF-8");
    emilia_game *game = emilia_game_read("f5"), *small = emilia_game_new("6x6");
    const char *paths[] = { NULL, file };
    for (int i = 0; i < 2; i++) {
        emilia_book *book = emilia_book_open(paths[i]);
        WORKS(book);
        emilia_book_entry *entry = emilia_book_lookup(book, game);
        WORKS(entry && entry->move_count > 0 && strlen(entry->best) == 2);
        CHECK(entry->value.certainty != EMILIA_CERTAINTY_UNKNOWN && strlen(entry->moves[0].move) == 2);
        emilia_book_free(book); /* the entry stays */
        CHECK(strlen(entry->moves[entry->move_count - 1].move) == 2);
        emilia_book_entry_free(entry);
    }
    emilia_book *book = emilia_book_open(NULL);
    WORKS(!emilia_book_lookup(book, small));
    emilia_book_free(book);
    emilia_game_free(small);
    emilia_game_free(game);
}

int main(int count, char **arguments)
{
    CHECK(count == 3);
    CHECK(!*emilia_last_error() && emilia_last_status() == EMILIA_STATUS_OK);
    test_null();
    test_games();
    test_limits();
    test_callback();
    test_stop();
    test_threads();
    test_stack();
    test_books(arguments[1], arguments[2]);
    printf("%s\n", emilia_version());
    return 0;
}
